import type { Open } from '../../../../sdk/client.ts'
import type { ReviewQueue } from '../../../../sdk/contract.ts'
import { listOf } from '../../search-params.ts'
import { countWords } from './count-words.ts'
import type { QueueSearch } from './queue-search.ts'

const LEVELS = [
  ['review_high', 'high'],
  ['review_medium', 'medium'],
  ['review_low', 'low'],
  ['no_flags', 'without flags'],
] as const

/** How many wait, and who else is looking. */
export function QueueCounts({ queue, search }: { queue: Open<ReviewQueue>; search: QueueSearch }) {
  const wanted = listOf(search.recommendation)
  const shown = LEVELS.filter(([level]) =>
    wanted.length > 0 ? wanted.includes(level) : level !== 'no_flags',
  )
  const parts = shown.map(([level, word]) => `${countWords(queue.counts[level])} ${word}`)
  const others = Map.groupBy(
    queue.cases.flatMap(({ claim }) => (claim && !claim.is_you ? [claim.by.name || claim.by.email] : [])),
    (name) => name,
  )
  return (
    <p>
      Waiting: {parts.join(', ')}.
      {[...others].map(([name, held]) => (
        <span key={name}>{` ${name} is looking at ${held.length}.`}</span>
      ))}
    </p>
  )
}
