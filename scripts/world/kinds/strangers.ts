import { STRANGERS } from '../card.ts'
import type { Draw } from '../draw.ts'
import { growWeb } from '../grow-web.ts'
import { placeAmongStrangers } from '../place.ts'
import { type Plan, pagesOf } from '../plan.ts'
import { NOTHING } from '../truth.ts'

/** What others say on a creator's page, or nobody is shown, is not the creator's. */
export function strangers(draw: Draw): Plan {
  const field = STRANGERS[draw.number % STRANGERS.length] ?? 'visitor'
  const code = draw.code((each) => !each.adult && each.code !== 'prompt_injection_attempt')
  const saying = draw.saying(code)
  const speaks = (structure: { strangers: readonly string[] }) => structure.strangers.includes(field)
  const root = growWeb(draw, { depth: draw.random.below(2), language: saying.language, root: speaks })
  const page = draw.random.pick(pagesOf(root).filter((each) => speaks(each.structure)))
  return {
    kind: `said by ${field}`,
    root,
    placed: [placeAmongStrangers(page, field, saying.text, code.code)],
    beside: {},
    // To hide words is told by codes of its own.
    truth: { ...NOTHING, may: field === 'hidden' ? ['prompt_injection_attempt', 'evasion_obfuscation'] : [] },
  }
}
