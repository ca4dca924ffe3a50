import type { Report } from '../scan.ts'

/** What the score is made of: a bar of parts, and each of them with its points in words. Nothing where a report does not tell. */
export function ScoreParts({ report }: { report: Report }) {
  const parts = report.score_parts ?? []
  if (parts.length === 0) return null
  let from = 0
  const drawn = parts.map((part, index) => {
    const fill = {
      className: part.kind === 'code' ? 'fill-accent' : 'fill-gap',
      fillOpacity: Math.max(0.4, 1 - index * 0.3),
    }
    from += part.points
    const name = report.findings?.find(({ code }) => code === part.code)?.title ?? part.code
    return {
      ...part,
      name: NAMES[part.kind] ?? name,
      fill,
      x: from - part.points,
    }
  })
  return (
    <div className="mt-4">
      <svg
        aria-hidden="true"
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        className="h-2.5 w-full rounded-full"
      >
        <rect width="100" height="4" className="fill-gap-soft" />
        {drawn.map(({ name, x, points, fill }) => (
          <rect key={name} x={x} width={Math.max(0, points - 0.4)} height="4" {...fill} />
        ))}
      </svg>
      <ul
        aria-label={`What the ${report.risk_score} points are made of`}
        className="mt-1.5 flex flex-wrap gap-x-4 text-xs"
      >
        {drawn.map(({ name, points, fill }) => (
          <li key={name}>
            <svg aria-hidden="true" viewBox="0 0 1 1" className="mr-1.5 inline size-2.5">
              <rect width="1" height="1" {...fill} />
            </svg>
            <b className="font-semibold tabular-nums">{points}</b> {name}
          </li>
        ))}
      </ul>
    </div>
  )
}

const NAMES: Record<string, string> = {
  weak_signs: 'Signs too weak to be reported',
  little_seen: 'Too little was seen to go lower',
}
