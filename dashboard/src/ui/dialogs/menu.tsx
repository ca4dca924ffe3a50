import type { ReactNode } from 'react'
import { Menu as AriaMenu, MenuItem as AriaMenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { Icon, type IconName } from '../icon.tsx'
import { ITEM, POPOVER } from './pop-up-style.ts'

export interface MenuEntry {
  id: string
  label: string
  note?: string
  icon?: IconName
  isDisabled?: boolean
  onAction(): void
}

/** `trigger` is a `Button`. */
export function Menu({
  label,
  trigger,
  entries,
}: {
  label: string
  trigger: ReactNode
  entries: MenuEntry[]
}) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className={`${POPOVER} min-w-48`}>
        <AriaMenu aria-label={label} className="outline-none">
          {entries.map((entry) => (
            <AriaMenuItem
              key={entry.id}
              id={entry.id}
              textValue={entry.label}
              isDisabled={entry.isDisabled}
              onAction={entry.onAction}
              className={ITEM}
            >
              {entry.icon && <Icon name={entry.icon} className="text-muted" />}
              <span className="flex grow flex-col">
                {entry.label}
                {entry.note && <span className="text-xs text-muted">{entry.note}</span>}
              </span>
            </AriaMenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}
