import type { Draw } from '../draw.ts'
import { growWeb } from '../grow-web.ts'
import { placeStatement } from '../place.ts'
import { type Plan, pagesOf } from '../plan.ts'
import { NOTHING } from '../truth.ts'

/** The words of two offences, meaning no harm. */
export function lookAlike(draw: Draw): Plan {
  const first = draw.code()
  const second = draw.code((code) => code !== first)
  const saying = draw.lookAlike(first)
  const root = growWeb(draw, { depth: draw.random.below(3), language: saying.language })
  const placed = [
    placeStatement(draw, draw.random.pick(pagesOf(root)), saying.text, null),
    placeStatement(draw, draw.random.pick(pagesOf(root)), draw.lookAlike(second).text, null),
  ]
  return { kind: 'look_alike', root, placed, beside: {}, truth: NOTHING }
}
