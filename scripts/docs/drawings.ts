import type { Scoring } from '../../src/policy/pack/pack-schema.ts'

/** Drawings of the docs, from the data that the service itself goes by. They follow the reader's light or dark. */

const WIDTH = 720
const STYLE = `<style>
text{font:14px system-ui,sans-serif;fill:#141925}.small{font-size:12px;fill:#525d70}.line{stroke:#dde1e9}.box{fill:#f2f4f8;stroke:#dde1e9}
.clear{fill:#3a9468}.low{fill:#b48a1e}.medium{fill:#d46a22}.high{fill:#d03a42}.bar{fill:#3b4cd0}.on{fill:#fff;font-weight:600}
@media (prefers-color-scheme:dark){text{fill:#e8ebf1}.small{fill:#9ca7ba}.line{stroke:#29313f}.box{fill:#151a23;stroke:#29313f}.bar{fill:#4b5bdc}.on{fill:#fff}}
</style>`

const PARTS: Record<keyof Scoring['coverage_weights'], string> = {
  profile: 'The profile itself',
  bio: 'What it says of itself',
  links: 'Where its links lead',
  social: 'Other accounts of the same person',
  search: 'What search engines know',
  images: 'Pictures',
}

/** What each part of a deep scan counts for its coverage. */
export function drawCoverage({ coverage_weights }: Scoring): string {
  const rows = Object.entries(coverage_weights).map(([part, weight], index) => {
    const y = 20 + index * 34
    const length = Math.round(weight * 1000)
    return `<text x="0" y="${y + 15}">${PARTS[part as keyof typeof PARTS]}</text><rect class="bar" x="260" y="${y}" width="${length}" height="20" rx="4"/><text class="small" x="${270 + length}" y="${y + 15}">${percent(weight)}</text>`
  })
  return svg(20 + rows.length * 34, 'What each part of a deep scan counts for its coverage', rows)
}

/** From points to recommendations, and how far who may carry a report alone. */
export function drawScores({ bands, alone, tier_cap }: Scoring): string {
  const x = (score: number) => Math.round((score / 100) * WIDTH)
  const parts: [string, string, number, number][] = [
    ['clear', 'no_flags', 0, bands.review_low],
    ['low', 'review_low', bands.review_low, bands.review_medium],
    ['medium', 'review_medium', bands.review_medium, bands.review_high],
    ['high', 'review_high', bands.review_high, 100],
  ]
  const limits: [string, number][] = [
    ['a bare word, or the small classifier, alone', alone.weak],
    ['a model alone', alone.model],
    ['findings of severity high', tier_cap.high],
    ['findings of severity critical', tier_cap.critical],
  ]
  return svg(250, 'Scores from 0 to 100, their recommendations, and how far each kind of finding may go', [
    ...parts.map(
      ([colour, name, from, to]) =>
        `<rect class="${colour}" x="${x(from)}" y="10" width="${x(to) - x(from) - 2}" height="44" rx="4"/><text class="on" x="${x(from) + 10}" y="37">${name}</text><text class="small" x="${x(from)}" y="72">${from}</text>`,
    ),
    `<text class="small" x="${WIDTH}" y="72" text-anchor="end">100</text>`,
    ...limits.map(([name, to], index) => {
      const y = 100 + index * 38
      return `<rect class="box" x="0" y="${y}" width="${x(to)}" height="26" rx="4"/><text x="10" y="${y + 18}">${name}: ${to} at most</text>`
    }),
  ])
}

/** The rooms of `src/` by floors: whoever imports stands above what is imported. Read from the table of ARCHITECTURE.md, which a test holds the code to. */
export function drawRooms(architecture: string): string {
  const table = new Map(
    [
      ...(architecture
        .slice(architecture.indexOf('| module | may import |'))
        .split('\n\n')[0]
        ?.matchAll(/^\| `(\w+)` \| (.*) \|$/gm) ?? []),
    ].map(([, room = '', imports = '']) => [
      room,
      [...imports.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
    ]),
  )
  const floors = new Map<string, number>()
  const floorOf = (room: string): number => {
    const known = floors.get(room)
    if (known !== undefined) return known
    const floor = Math.max(-1, ...(table.get(room) ?? []).map(floorOf)) + 1
    floors.set(room, floor)
    return floor
  }
  const byFloor = Map.groupBy(table.keys(), floorOf)
  const top = Math.max(...byFloor.keys())
  const rows = [...byFloor].map(([floor, rooms]) => {
    const y = 10 + (top - floor) * 48
    const width = Math.min(120, Math.floor(WIDTH / rooms.length) - 6)
    const left = Math.round((WIDTH - rooms.length * (width + 6)) / 2)
    return rooms
      .map((room, index) => {
        const x = left + index * (width + 6)
        return `<rect class="box" x="${x}" y="${y}" width="${width}" height="34" rx="5"/><text x="${x + width / 2}" y="${y + 22}" text-anchor="middle">${room}</text>`
      })
      .join('')
  })
  return svg(20 + (top + 1) * 48, 'The rooms of the code: each imports only from floors below its own', rows)
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

function svg(height: number, title: string, parts: string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${title}"><title>${title}</title>${STYLE}\n${parts.join('\n')}\n</svg>\n`
}
