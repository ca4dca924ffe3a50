import { showPlainly } from '../../../text/show-plainly.ts'
import { type DrawnEntry, kindOf, type LinkNode, type NodeKind } from './link-tree.ts'

/** Six kinds, each with a mark of its own: colour is never alone. */
export const MARKS: Record<NodeKind, { mark: string; word: string; ink: string; fill: string }> = {
  profile: { mark: '●', word: 'the profile', ink: 'text-accent', fill: 'fill-accent' },
  flagged: { mark: '▲', word: 'counts', ink: 'text-high', fill: 'fill-high' },
  page: { mark: '■', word: 'page', ink: 'text-muted', fill: 'fill-muted' },
  social: { mark: '◆', word: 'social profile', ink: 'text-accent', fill: 'fill-accent' },
  search: { mark: '○', word: 'search result', ink: 'text-muted', fill: 'fill-muted' },
  unseen: { mark: '?', word: 'not seen', ink: 'text-low', fill: 'fill-low' },
}

const ROW = 34
const STEP = 26
const WIDTH = 320
const LONGEST = 26

/** The same nodes as the tree, drawn; whoever does not see it has the tree. */
export function ChainDrawing({ nodes }: { nodes: { node: LinkNode<DrawnEntry>; depth: number }[] }) {
  const rows = new Map(nodes.map(({ node }, row) => [node.entry.ref, row]))
  const kinds = [...new Set(nodes.map(({ node }) => kindOf(node.entry)))]
  const place = (row: number, depth: number) => ({ x: 14 + depth * STEP, y: 18 + row * ROW })
  return (
    <figure className="min-w-0 overflow-x-auto rounded-xl border border-line bg-surface p-3">
      <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${nodes.length * ROW + 4}`} className="w-full min-w-72">
        {nodes.flatMap(({ node, depth }) =>
          node.children.map((child) => {
            const from = place(rows.get(node.entry.ref) ?? 0, depth)
            const to = place(rows.get(child.entry.ref) ?? 0, depth + 1)
            return (
              <path
                key={child.entry.ref}
                d={`M${from.x} ${from.y + 8}V${to.y - 6}q0 6 6 6H${to.x - 8}`}
                fill="none"
                className="stroke-edge"
                strokeWidth="1.5"
              />
            )
          }),
        )}
        {nodes.map(({ node: { entry }, depth }, row) => {
          const { x, y } = place(row, depth)
          const { mark, fill } = MARKS[kindOf(entry)]
          return (
            <g key={entry.ref}>
              <text x={x} y={y + 5} textAnchor="middle" className={`${fill} text-[0.875rem]`}>
                {mark}
              </text>
              <text x={x + 14} y={y + 4} className="fill-ink text-[0.75rem]">
                <tspan className="fill-accent font-mono font-semibold">{entry.ref}</tspan>{' '}
                {shortened(entry.domain)}
              </text>
            </g>
          )
        })}
      </svg>
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line pt-2 text-xs text-muted">
        {kinds.map((kind) => (
          <span key={kind}>
            <span aria-hidden="true" className={MARKS[kind].ink}>
              {MARKS[kind].mark}
            </span>{' '}
            {MARKS[kind].word}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

function shortened(domain: string): string {
  const plain = showPlainly(domain)
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST - 1)}…` : plain
}
