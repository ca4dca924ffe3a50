import type { Open } from '../../../sdk/client.ts'
import type { ProfileState, Recommendation } from '../../../sdk/contract.ts'
import { words } from '../../../sdk/words.ts'

/** Shape, word and colour: none of them alone. In order of severity, also for legends. */
export const VERDICTS: Record<
  Recommendation,
  { word: string; shape: string; ink: string; soft: string; fill: string }
> = {
  review_high: { word: 'High', shape: '▲▲▲', ink: 'text-high', soft: 'bg-high-soft', fill: 'fill-high-bar' },
  review_medium: {
    word: 'Medium',
    shape: '▲▲',
    ink: 'text-medium',
    soft: 'bg-medium-soft',
    fill: 'fill-medium-bar',
  },
  review_low: { word: 'Low', shape: '▲', ink: 'text-low', soft: 'bg-low-soft', fill: 'fill-low-bar' },
  no_flags: {
    word: 'No flags',
    shape: '○',
    ink: 'text-clear',
    soft: 'bg-clear-soft',
    fill: 'fill-clear-bar',
  },
}

/** What a profile is where nobody could read it: neutral, never the colour of what is clean. */
export const UNSEEN: Record<Exclude<ProfileState, 'read'>, { word: string; shape: string }> = {
  front_only: { word: 'Front only', shape: '◐' },
  gone: { word: 'Gone', shape: '◇' },
  suspended: { word: 'Suspended', shape: '◇' },
  unread: { word: 'Not read', shape: '◇' },
}

/** What stands in the place of the verdict: nothing was found where nothing could be seen. Null where the verdict says more. */
export function unseenOf(
  value: string | null | undefined,
  state: string | null | undefined,
): (typeof UNSEEN)[keyof typeof UNSEEN] | null {
  if (value !== 'no_flags' && value !== 'review_low') return null
  return state && state in UNSEEN ? UNSEEN[state as keyof typeof UNSEEN] : null
}

/** Without a report there is no verdict, which is no good news. */
export function Verdict({
  value,
  state,
  long = false,
}: {
  value: Open<Recommendation> | null | undefined
  /** How much of the profile was read; absent where that is not known. */
  state?: Open<ProfileState> | null
  long?: boolean
}) {
  const unseen = unseenOf(value, state)
  if (unseen)
    return (
      <span className="inline-flex items-center gap-1.5 rounded-md bg-gap-soft px-1.5 py-0.5 text-xs font-semibold whitespace-nowrap text-gap">
        <span aria-hidden="true" className="text-[0.5625rem] tracking-tighter">
          {unseen.shape}
        </span>
        {unseen.word}
      </span>
    )
  if (!value)
    return (
      <span className="text-muted">
        <span aria-hidden="true">—</span>
        <span className="sr-only">no report</span>
      </span>
    )
  if (!isKnown(value)) return <span>{words(value)}</span>
  const { word, shape, ink, soft } = VERDICTS[value]
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-md px-1.5 py-0.5 text-xs font-semibold whitespace-nowrap ${ink} ${soft}`}
    >
      <span aria-hidden="true" className="text-[0.5625rem] tracking-tighter">
        {shape}
      </span>
      {long && value !== 'no_flags' ? `Review: ${word.toLowerCase()}` : word}
    </span>
  )
}

/** A newer service may say more than this dashboard knows. */
function isKnown(value: string): value is Recommendation {
  return value in VERDICTS
}
