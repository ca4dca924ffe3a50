import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { Icon } from '../icon.tsx'

export interface TreeProps<Node> {
  label: string
  roots: readonly Node[]
  idOf(node: Node): string
  childrenOf(node: Node): readonly Node[]
  /** The ids of what is open at first. */
  open: readonly string[]
  /** A press on a line, or Enter on it. */
  onAction(id: string): void
  children(node: Node): ReactNode
}

interface Line<Node> {
  node: Node
  id: string
  parent: string | null
  level: number
  position: number
  siblings: number
  isOpen: boolean | null
}

/**
 * A tree of lines that works by keyboard: up and down, home and end, right to open or go in, left to close or go out, Enter to
 * do. Ours: the library's tree weighs eleven kB, most of it for choosing and dragging lines.
 */
export function Tree<Node>({ label, roots, idOf, childrenOf, open, onAction, children }: TreeProps<Node>) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(open))
  const [at, setAt] = useState<string | null>(null)
  const table = useRef<HTMLDivElement>(null)
  const lines = linesOf(roots, null, 1)
  /** The one line that Tab leads to. */
  const reached = lines.some(({ id }) => id === at) ? at : lines[0]?.id

  const toggle = (id: string, isOpen: boolean) => {
    const next = new Set(opened)
    if (isOpen) next.add(id)
    else next.delete(id)
    setOpened(next)
  }
  const goTo = (id: string | null | undefined) => {
    if (id) table.current?.querySelector<HTMLElement>(`[data-line="${CSS.escape(id)}"]`)?.focus()
  }
  const press = (event: KeyboardEvent, index: number) => {
    const line = lines[index]
    // The button in a line takes its own keys.
    if (!line || event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey)
      return
    const act = {
      ArrowDown: () => goTo(lines[index + 1]?.id),
      ArrowUp: () => goTo(lines[index - 1]?.id),
      Home: () => goTo(lines[0]?.id),
      End: () => goTo(lines.at(-1)?.id),
      ArrowRight: () =>
        line.isOpen === false ? toggle(line.id, true) : line.isOpen && goTo(lines[index + 1]?.id),
      ArrowLeft: () => (line.isOpen ? toggle(line.id, false) : goTo(line.parent)),
      Enter: () => onAction(line.id),
    }[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  return (
    <div
      ref={table}
      role="treegrid"
      aria-label={label}
      className="min-w-0 self-start rounded-xl border border-line bg-surface p-1.5"
    >
      {lines.map(({ node, id, level, position, siblings, isOpen }, index) => (
        // biome-ignore lint/a11y/useSemanticElements: rows of a table that is laid out as blocks lose their role.
        <div
          key={id}
          role="row"
          data-line={id}
          aria-level={level}
          aria-posinset={position}
          aria-setsize={siblings}
          {...(isOpen !== null && { 'aria-expanded': isOpen })}
          tabIndex={id === reached ? 0 : -1}
          onFocus={() => setAt(id)}
          onKeyDown={(event) => press(event, index)}
          onClick={() => onAction(id)}
          className="cursor-default rounded-md hover:bg-hover"
        >
          {/* biome-ignore lint/a11y/useSemanticElements: as its row. */}
          {/* biome-ignore lint/a11y/useFocusableInteractive: the row has the focus. */}
          <div
            role="gridcell"
            className="flex min-h-8 items-center gap-1.5 px-1 text-[0.8125rem]"
            style={{ paddingInlineStart: (level - 1) * 18 + 4 }}
          >
            {isOpen === null ? (
              <span className="w-6" />
            ) : (
              <button
                type="button"
                tabIndex={-1}
                aria-label={isOpen ? 'Collapse' : 'Expand'}
                onClick={(event) => {
                  event.stopPropagation()
                  toggle(id, !isOpen)
                }}
                className="grid size-6 place-items-center rounded text-muted"
              >
                <Icon name={isOpen ? 'chevron' : 'right'} size={14} />
              </button>
            )}
            {children(node)}
          </div>
        </div>
      ))}
    </div>
  )

  /** What is to be seen, from top to bottom. */
  function linesOf(nodes: readonly Node[], parent: string | null, level: number): Line<Node>[] {
    return nodes.flatMap((node, index) => {
      const id = idOf(node)
      const below = childrenOf(node)
      const isOpen = below.length === 0 ? null : opened.has(id)
      const line = { node, id, parent, level, position: index + 1, siblings: nodes.length, isOpen }
      return [line, ...(isOpen ? linesOf(below, id, level + 1) : [])]
    })
  }
}
