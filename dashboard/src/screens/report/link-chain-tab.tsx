import { words } from '../../text/words.ts'
import { Empty } from '../../ui/empty.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { Collection, Tree, TreeItem, TreeItemContent } from '../../ui/tree.tsx'
import { ChainDrawing, MARKS } from './chain-drawing.tsx'
import { flatten, kindOf, type LinkNode } from './link-tree.ts'

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
        <Tree
          aria-label="Links, by who led to whom"
          items={roots}
          defaultExpandedKeys={open}
          onAction={(key) => onChoose(String(key))}
          className="min-w-0 self-start rounded-xl border border-line bg-surface p-1.5 outline-none"
        >
          {branch}
        </Tree>
        <ChainDrawing nodes={all} />
      </div>
    </div>
  )
}

function branch(node: LinkNode) {
  const { entry, children } = node
  const kind = kindOf(entry)
  return (
    <TreeItem id={entry.ref} textValue={`${entry.ref} ${entry.domain}`}>
      <TreeItemContent hasChildren={children.length > 0}>
        <span aria-hidden="true" className={`w-4 text-center ${MARKS[kind].ink}`}>
          {MARKS[kind].mark}
        </span>
        <span className="font-mono text-xs font-semibold text-accent">{entry.ref}</span>
        <span className="min-w-0">
          <ForeignText>{entry.domain}</ForeignText>
          <span className="text-xs text-muted"> {MARKS[kind].word}</span>
        </span>
      </TreeItemContent>
      <Collection items={children}>{branch}</Collection>
    </TreeItem>
  )
}
