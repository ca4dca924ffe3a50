import { VERDICTS } from '../../ui/verdict.tsx'
import { knownRecommendation, type ScanRow } from '../history/history-filter.ts'

const WIDTH = 600
const HEIGHT = 64
const EDGE = 8

/** The scores over time, for the eye alone: the list below says the same. Nothing is drawn of fewer than two. */
export function ScoreLine({ scans }: { scans: readonly ScanRow[] }) {
  const points = pointsOf(scans)
  if (points.length < 2) return null
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="h-16 w-full border-b border-line"
      preserveAspectRatio="none"
      data-print="no"
    >
      <polyline
        points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
        fill="none"
        className="stroke-edge"
        strokeWidth="1"
        vectorEffect="non-scaling-stroke"
      />
      {points.map(({ id, x, y, fill }) => (
        <rect key={id} x={x - 2} y={y - 4} width="4" height="8" className={fill} />
      ))}
    </svg>
  )
}

/** Oldest first, by the time between them. */
function pointsOf(scans: readonly ScanRow[]) {
  const scored = scans.filter(({ risk_score }) => risk_score !== null).toReversed()
  const times = scored.map(({ submitted_at }) => Date.parse(submitted_at))
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const span = Math.max(1, last - first)
  return scored.map(({ scan_id, risk_score, recommendation }, index) => {
    const known = knownRecommendation(recommendation)
    return {
      id: scan_id,
      x: EDGE + (((times[index] ?? first) - first) / span) * (WIDTH - 2 * EDGE),
      y: HEIGHT - EDGE - ((risk_score ?? 0) / 100) * (HEIGHT - 2 * EDGE),
      fill: known ? VERDICTS[known].fill : 'fill-muted',
    }
  })
}
