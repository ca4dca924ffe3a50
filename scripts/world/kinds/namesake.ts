import type { Draw } from '../draw.ts'
import { growWeb } from '../grow-web.ts'
import { placeStatement } from '../place.ts'
import { type Plan, pagesOf } from '../plan.ts'
import { NOTHING } from '../truth.ts'

/** Somebody else has the same name elsewhere, offends there, and neither links to the other. */
export function namesake(draw: Draw): Plan {
  const code = draw.code((each) => !each.adult && each.code !== 'prompt_injection_attempt')
  const root = growWeb(draw, { depth: draw.random.below(2), language: 'en' })
  const taken = new Set(pagesOf(root).map((page) => new URL(page.url).host))
  const isElsewhere = ({ at }: { at(handle: string): string }) => !taken.has(new URL(at(draw.handle)).host)
  const other = growWeb(draw, {
    depth: 0,
    language: 'en',
    root: (structure) => structure.kind === 'social' && isElsewhere(structure),
  })
  placeStatement(draw, other, draw.saying(code).text, code.code)
  return {
    kind: 'namesake',
    root,
    placed: [],
    beside: other.structure.render(other.card, other.url),
    truth: NOTHING,
  }
}
