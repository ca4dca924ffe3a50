import { useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { type Day, dayBars, lineShares, type Part } from './day-bars.ts'

const WIDTH = 720
const NARROW_WIDTH = 300
const HEIGHT = 230
const LEFT = 34
const BOTTOM = 20

const LOOKS: Record<Part, { word: string; fill: string; ink: string; mark: string }> = {
  review_high: { word: 'High', fill: 'fill-high-bar', ink: 'text-high', mark: '▲▲▲' },
  review_medium: { word: 'Medium', fill: 'fill-medium-bar', ink: 'text-medium', mark: '▲▲' },
  review_low: { word: 'Low', fill: 'fill-low-bar', ink: 'text-low', mark: '▲' },
  no_flags: { word: 'No flags', fill: 'fill-clear-bar', ink: 'text-clear', mark: '○' },
  unseen: { word: 'Gone or not read', fill: 'fill-gap', ink: 'text-gap', mark: '◇' },
  failed: { word: 'Failed', fill: 'fill-edge', ink: 'text-muted', mark: '✕' },
  processing: { word: 'Running', fill: 'fill-line', ink: 'text-muted', mark: '…' },
}
const SHOWN = Object.keys(LOOKS) as Part[]

/** Thirty days as bars, and the same as a table for those who want the figures or do not see bars. */
export function ScansPerDay({ days }: { days: Day[] }) {
  const [isTable, setIsTable] = useState(false)
  return (
    <Card
      title="Scans per day, 30 days"
      flush={isTable}
      actions={
        <Button size="small" variant="quiet" aria-pressed={isTable} onPress={() => setIsTable(!isTable)}>
          Show as table
        </Button>
      }
    >
      {isTable ? (
        <DataTable
          label="Scans per day"
          rows={[...days].reverse()}
          rowId={(day) => day.day}
          columns={[
            {
              id: 'day',
              header: 'Day',
              isHeader: true,
              cell: (day) => <span className="whitespace-nowrap">{day.day}</span>,
            },
            ...SHOWN.map((part) => ({
              id: part,
              header: LOOKS[part].word,
              isNumeric: true,
              cell: (day: Day) => day[part],
            })),
          ]}
        />
      ) : (
        <Bars days={days} />
      )}
    </Card>
  )
}

function Bars({ days }: { days: Day[] }) {
  const { bars, top } = dayBars(days)
  // Drawn narrower, not smaller: its figures stay readable.
  const width = useNarrow() ? NARROW_WIDTH : WIDTH
  const step = (width - LEFT) / Math.max(1, bars.length)
  const plot = HEIGHT - BOTTOM - 8
  const y = (share: number) => 8 + plot * (1 - share)
  const total = bars.reduce((sum, bar) => sum + bar.total, 0)
  return (
    <figure>
      <svg
        role="img"
        aria-label={`${total} scans in ${days.length} days; the table has the figures`}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        className="w-full"
      >
        {lineShares(top).map((share) => (
          <g key={share}>
            <line x1={LEFT} x2={width} y1={y(share)} y2={y(share)} className="stroke-line" />
            <text x={LEFT - 6} y={y(share) + 4} textAnchor="end" className="fill-muted text-[0.6875rem]">
              {top * share}
            </text>
          </g>
        ))}
        {bars.map((bar, index) => (
          <g key={bar.day}>
            <title>{`${bar.day}: ${bar.total} scans`}</title>
            {bar.segments.map(({ part, from, height }) => (
              <rect
                key={part}
                x={LEFT + index * step + step * 0.15}
                width={step * 0.7}
                y={y(from + height)}
                height={plot * height}
                className={`${LOOKS[part].fill} stroke-surface`}
                strokeWidth="0.75"
              />
            ))}
          </g>
        ))}
        {bars.map((bar, index) =>
          index % 7 === (bars.length - 1) % 7 ? (
            <text
              key={bar.day}
              x={LEFT + index * step + step / 2}
              y={HEIGHT - 4}
              textAnchor={index === bars.length - 1 ? 'end' : 'middle'}
              className="fill-muted text-[0.6875rem]"
            >
              {bar.day.slice(5)}
            </text>
          ) : null,
        )}
      </svg>
      <figcaption className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        {SHOWN.map((part) => (
          <span key={part} className="flex items-center gap-1.5">
            <svg aria-hidden="true" width="10" height="10">
              <rect width="10" height="10" rx="2" className={LOOKS[part].fill} />
            </svg>
            <span aria-hidden="true" className={`text-[0.5625rem] tracking-tighter ${LOOKS[part].ink}`}>
              {LOOKS[part].mark}
            </span>
            {LOOKS[part].word}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}
