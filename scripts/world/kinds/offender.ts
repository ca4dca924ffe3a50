import { FIELDS, type Field } from '../card.ts'
import type { Draw } from '../draw.ts'
import { growWeb } from '../grow-web.ts'
import { placeStatement } from '../place.ts'
import { type Placed, type Plan, pagesOf } from '../plan.ts'
import { acceptable, chainTo } from '../truth.ts'
import type { CodeWords } from '../words.ts'

/** Codes that an injection or a hidden text stands for: they have kinds of their own. */
const isOffence = ({ code }: CodeWords) => code !== 'prompt_injection_attempt'

const WHO_ONE_IS: readonly Field[] = ['name', 'bio']

/** One thing that is forbidden, sometimes two, somewhere on the creator's pages. */
export function offender(draw: Draw): Plan {
  const { random, pack } = draw
  const first = draw.code(isOffence)
  const saying = draw.saying(first)
  const adult = first.adult || saying.adult
  const root = growWeb(draw, { depth: random.below(3), language: saying.language, adult, small: first.small })
  const at = placeOfOffence(draw, first, pagesOf(root))
  const placed: Placed[] = [
    placeStatement(draw, at, saying.text, first.code, first.small ? WHO_ONE_IS : FIELDS),
  ]
  const second =
    isChildsPage(first) || !random.chance(0.25) ? null : draw.code((code) => goesWith(first, code))
  if (second)
    placed.push(placeStatement(draw, random.pick(pagesOf(root)), draw.saying(second).text, second.code))

  const codes = placed.flatMap(({ code }) => code ?? [])
  const nearest = Math.min(...placed.map(({ page }) => page.hop))
  return {
    kind: 'offender',
    root,
    placed,
    beside: {},
    truth: {
      codes,
      may: [...first.may, ...(second?.may ?? [])].filter((code) => !codes.includes(code)),
      recommendations: acceptable(pack, codes, second ? nearest : at.hop),
      chain: second ? null : chainTo(root, at),
    },
  }
}

/** What is said of children here stands alone: beside nothing else, and on no page for adults. */
function isChildsPage({ code }: CodeWords): boolean {
  return code === 'minor_age_claim'
}

function goesWith(first: CodeWords, second: CodeWords): boolean {
  const isForAdults = second.adult || second.says.some(({ adult }) => adult)
  return second !== first && isOffence(second) && !isForAdults && !second.small && !isChildsPage(second)
}

/** Who poses as somebody does it where they are met first, and where people say who they are. */
function placeOfOffence({ random }: Draw, { small }: CodeWords, pages: ReturnType<typeof pagesOf>) {
  return random.pick(small ? pages.slice(0, 1) : pages)
}
