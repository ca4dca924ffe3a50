import type { Scoring } from '../../src/policy/pack/scoring-schema.ts'

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
  const table = readTable(architecture, '| module | may import |')
  const floors = floorsOf(table)
  const rows = floors.map((rooms, floor) => {
    const width = Math.min(120, Math.floor(WIDTH / rooms.length) - GAP)
    const left = Math.round((WIDTH - rooms.length * (width + GAP)) / 2)
    return drawFloor(rooms, { left, width, y: 10 + (floors.length - 1 - floor) * 48, height: 34 })
  })
  const title = 'The rooms of the code: each imports only from floors below its own'
  return svg(20 + floors.length * 48, title, rows)
}

/** The same of the wings within each room that has some. Wings that import each other stand on one floor, in a frame. */
export function drawWings(architecture: string): string {
  const table = readTable(architecture, '| wing | may import |')
  const rooms = Map.groupBy(table.keys(), (wing) => wing.split('/')[0] ?? '')
  const parts: string[] = []
  let y = 10
  for (const [room, wings] of rooms) {
    const within = new Map(
      wings.map((wing) => [wing, (table.get(wing) ?? []).filter((each) => table.has(each))]),
    )
    const floors = floorsOf(within)
    const top = y
    parts.push(`<text x="0" y="${top + 20}">${room}</text>`)
    for (const wingsOfFloor of floors.toReversed()) {
      const width = Math.min(110, Math.floor((WIDTH - ROOM_WIDTH) / wingsOfFloor.length) - GAP)
      const place = { left: ROOM_WIDTH, width, y, height: 30 }
      const isRing = wingsOfFloor.some((wing) => reaches(within, wing, wing))
      if (isRing)
        parts.push(
          `<rect class="line" fill="none" stroke-dasharray="4 3" x="${ROOM_WIDTH - 4}" y="${y - 4}" width="${wingsOfFloor.length * (width + GAP) + 2}" height="38" rx="7"/>`,
        )
      parts.push(drawFloor(wingsOfFloor, place))
      y += 42
    }
    y += 14
  }
  return svg(
    y,
    'The wings of rooms: each imports only from floors below its own, but for those in one frame',
    parts,
  )
}

/** Pixels. */
const GAP = 6
const ROOM_WIDTH = 80

interface Place {
  left: number
  y: number
  width: number
  height: number
}

function drawFloor(names: readonly string[], { left, y, width, height }: Place): string {
  return names
    .map((name, index) => {
      const x = left + index * (width + GAP)
      const word = name.split('/').at(-1) ?? name
      // What is too long for its box is written closer.
      const size =
        word.length * 8 > width - 8 ? ` textLength="${width - 8}" lengthAdjust="spacingAndGlyphs"` : ''
      return `<rect class="box" x="${x}" y="${y}" width="${width}" height="${height}" rx="5"/><text${size} x="${x + width / 2}" y="${y + height / 2 + 5}" text-anchor="middle">${word}</text>`
    })
    .join('')
}

type ImportTable = ReadonlyMap<string, readonly string[]>

function readTable(architecture: string, heading: string): ImportTable {
  const [text = ''] = architecture.slice(architecture.indexOf(heading)).split('\n\n')
  return new Map(
    [...text.matchAll(/^\| `([\w/]+)` \| (.*) \|$/gm)].map(([, name = '', imports = '']) => [
      name,
      [...imports.matchAll(/`([\w/]+)`/g)].map(([, imported = '']) => imported),
    ]),
  )
}

/** The lowest first. Whoever imports stands above what is imported; those that import each other, on the same floor. */
function floorsOf(table: ImportTable): string[][] {
  const floors = new Map<string, number>()
  const floorOf = (name: string): number => {
    const known = floors.get(name)
    if (known !== undefined) return known
    const peers = [...table.keys()].filter(
      (each) => each === name || (reaches(table, name, each) && reaches(table, each, name)),
    )
    const below = peers.flatMap((each) => table.get(each) ?? []).filter((each) => !peers.includes(each))
    const floor = Math.max(-1, ...below.map(floorOf)) + 1
    for (const each of peers) floors.set(each, floor)
    return floor
  }
  const byFloor = Map.groupBy(table.keys(), floorOf)
  return [...byFloor].toSorted(([one], [other]) => one - other).map(([, names]) => names)
}

/** Whether one imports another, be it by way of others. */
function reaches(table: ImportTable, from: string, to: string): boolean {
  const seen = new Set<string>()
  const walk = (name: string): boolean =>
    (table.get(name) ?? []).some((each) => {
      if (each === to) return true
      if (seen.has(each)) return false
      seen.add(each)
      return walk(each)
    })
  return walk(from)
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

function svg(height: number, title: string, parts: string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${title}"><title>${title}</title>${STYLE}\n${parts.join('\n')}\n</svg>\n`
}
