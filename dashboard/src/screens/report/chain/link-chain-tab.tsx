import { words } from '../../../../../sdk/words.ts'
import { ForeignText } from '../../../ui/foreign/foreign-text.tsx'
import { Tree } from '../../../ui/lists/tree.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { ChainDrawing, MARKS } from './chain-drawing.tsx'
import { flatten, kindOf, type LinkNode, leadingToFlagged } from './link-tree.ts'

/** Above this a tree opens one level at a time. */
const OPEN_AT_ONCE = 60

/** Who led to whom, as a tree that works by keyboard and as a drawing of the same. */
export function LinkChainTab({
  roots,
  label,
  onChoose,
}: {
  roots: LinkNode[]
  label: string
  onChoose(ref: string): void
}) {
  const all = flatten(roots)
  if (all.length === 0) return <Empty title="No links">No page was looked at.</Empty>
  const open =
    all.length > OPEN_AT_ONCE ? roots.map((root) => root.entry.ref) : all.map(({ node }) => node.entry.ref)
  return (
    <div className="flex flex-col gap-4">
      <p>
        <span className="text-muted">The path that mattered most: </span>
        {label.split(' -> ').map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a kind may come twice on a path.
          <span key={index}>
            {index > 0 && <span className="text-muted"> → </span>}
            <span className="font-medium">{words(step)}</span>
          </span>
        ))}
      </p>
      <div className="grid gap-4 xl:grid-cols-2">
        <div
          className={
            all.length > OPEN_AT_ONCE
              ? 'max-h-[70dvh] min-w-0 overflow-y-auto rounded-xl border border-line p-1 print:max-h-none print:columns-2 print:overflow-visible'
              : 'min-w-0'
          }
        >
          <Tree
            label="Links, by who led to whom"
            roots={roots}
            idOf={({ entry }) => entry.ref}
            childrenOf={({ children }) => children}
            open={open}
            onAction={onChoose}
          >
            {(node) => <LinkLine node={node} />}
          </Tree>
        </div>
        <Drawing roots={roots} all={all} />
      </div>
    </div>
  )
}

function Drawing({ roots, all }: { roots: LinkNode[]; all: ReturnType<typeof flatten> }) {
  if (all.length <= OPEN_AT_ONCE) return <ChainDrawing nodes={all} />
  const drawn = flatten(leadingToFlagged(roots))
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {drawn.length > 0 && <ChainDrawing nodes={drawn.slice(0, OPEN_AT_ONCE)} />}
      <p className="text-xs text-muted">
        {drawn.length === 0
          ? `None of these ${all.length} counts, and so many are not drawn: the tree has them all.`
          : `Drawn is what leads to pages that count, ${Math.min(drawn.length, OPEN_AT_ONCE)} of ${all.length}: the tree has them all.`}
      </p>
    </div>
  )
}

function LinkLine({ node: { entry } }: { node: LinkNode }) {
  const kind = kindOf(entry)
  return (
    <>
      <span aria-hidden="true" className={`w-4 text-center ${MARKS[kind].ink}`}>
        {MARKS[kind].mark}
      </span>
      <span className="font-mono text-xs font-semibold text-accent">{entry.ref}</span>
      <span className="min-w-0">
        <ForeignText>{entry.domain}</ForeignText>
        <span className="text-xs text-muted"> {MARKS[kind].word}</span>
      </span>
    </>
  )
}
