import type { ReactNode } from 'react'
import {
  TreeItem as AriaTreeItem,
  TreeItemContent as AriaTreeItemContent,
  Button,
  type TreeItemProps,
} from 'react-aria-components'
import { Icon } from './icon.tsx'

export { Collection, Tree } from 'react-aria-components'

export function TreeItem(props: Omit<TreeItemProps, 'className' | 'style'>) {
  return (
    <AriaTreeItem
      {...props}
      className="cursor-default rounded-md outline-none data-[focus-visible]:outline-2 data-[focus-visible]:outline-accent data-[hovered]:bg-hover"
    />
  )
}

/** One line of a tree, moved in by its level. */
export function TreeItemContent({ children, hasChildren }: { children: ReactNode; hasChildren: boolean }) {
  return (
    <AriaTreeItemContent>
      {({ isExpanded, level }) => (
        <div
          className="flex min-h-8 items-center gap-1.5 px-1 text-[13px]"
          style={{ paddingInlineStart: (level - 1) * 18 + 4 }}
        >
          {hasChildren ? (
            <Button slot="chevron" className="grid size-6 place-items-center rounded text-muted">
              <Icon name={isExpanded ? 'chevron' : 'right'} size={14} />
            </Button>
          ) : (
            <span className="w-6" />
          )}
          {children}
        </div>
      )}
    </AriaTreeItemContent>
  )
}
