import type { Draw } from '../draw.ts'
import { growWeb } from '../grow-web.ts'
import type { Plan } from '../plan.ts'
import { NOTHING } from '../truth.ts'

/** Somebody with a trade and nothing else. */
export function benign(draw: Draw): Plan {
  const { language } = draw.random.pick(draw.words.people.trades)
  const root = growWeb(draw, { depth: draw.random.below(3), language, adult: draw.number % 8 === 7 })
  return { kind: 'benign', root, placed: [], beside: {}, truth: NOTHING }
}
