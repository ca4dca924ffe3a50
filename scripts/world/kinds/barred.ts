import { gaps, walls } from '../barriers.ts'
import type { Draw } from '../draw.ts'
import { growWeb } from '../grow-web.ts'
import { answersItself, type Plan, type PlannedPage, pagesOf } from '../plan.ts'
import { NOTHING } from '../truth.ts'

/** Behind a wall or a gap nobody knows what stands: the report has to say so. */
export function walled(draw: Draw): Plan {
  return barred(draw, 'wall', walls)
}

export function withGap(draw: Draw): Plan {
  return barred(draw, 'gap', gaps)
}

function barred(draw: Draw, kind: string, barriers: typeof walls): Plan {
  const { random, number } = draw
  const barrier = barriers[number % barriers.length]
  if (!barrier) throw new RangeError('No barriers')
  // Every second one stands before a linked page.
  const isLinked = barrier.onlyLinked || Math.floor(number / barriers.length) % 2 === 1
  const { language } = random.pick(draw.words.people.trades)
  const canStand = (page: PlannedPage) => answersItself(page) && (!barrier.ofHost || hasOwnHost(page))
  for (;;) {
    const root = growWeb(draw, { depth: isLinked ? 1 : 0, language })
    const page = isLinked
      ? pagesOf(root).find((each) => each.hop === 1 && canStand(each))
      : canStand(root)
        ? root
        : undefined
    if (!page) continue
    page.barrier = barrier
    return { kind, root, placed: [], beside: {}, truth: truthOf(barrier, isLinked) }
  }
}

function truthOf(barrier: (typeof walls)[number], isLinked: boolean): Plan['truth'] {
  if (isLinked)
    return { ...NOTHING, may: ['insufficient_coverage'], recommendations: ['no_flags', 'review_low'] }
  if (barrier.kind === 'gone')
    return { ...NOTHING, codes: ['profile_unavailable'], recommendations: ['no_flags', 'review_low'] }
  if (barrier.fails) return { ...NOTHING, may: ['insufficient_coverage'], recommendations: ['failed'] }
  return { ...NOTHING, codes: ['insufficient_coverage'], recommendations: ['review_low'] }
}

function hasOwnHost({ structure, url }: PlannedPage): boolean {
  return new URL(structure.at('somebodyelse')).host !== new URL(url).host
}
