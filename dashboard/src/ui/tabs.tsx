import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

export interface TabEntry {
  id: string
  label: string
  /** A number beside the label. */
  count?: number
  content: ReactNode
}

/** Arrows, Home and End go from tab to tab, which opens at once; Tab leads into what is open. */
export function Tabs({
  label,
  tabs,
  selected,
  onSelect,
}: {
  label: string
  tabs: TabEntry[]
  selected: string
  onSelect(id: string): void
}) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const at = tabs.findIndex((tab) => tab.id === selected)
  const press = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: tabs.length - 1,
    }
    const to = steps[event.key]
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length]
    if (!next || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onSelect(next.id)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus()
  }
  return (
    <div className="min-w-0">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={press}
        className="flex gap-1 overflow-x-auto border-b border-line p-0.5"
        data-print="no"
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}${tab.id}`}
            data-tab={tab.id}
            aria-selected={tab.id === selected}
            aria-controls={tab.id === selected ? `${id}panel` : undefined}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
            className="-mb-[3px] flex h-9 cursor-default items-center gap-1.5 border-b-2 border-transparent px-2.5 text-[0.8125rem] font-medium whitespace-nowrap text-muted hover:text-ink aria-selected:border-accent aria-selected:text-ink"
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="rounded-full bg-gap-soft px-1.5 text-[0.6875rem] leading-4 text-gap tabular-nums">
                {tab.count}
              </span>
            )}
          </button>
        ))}
      </div>
      <div
        key={selected}
        role="tabpanel"
        id={`${id}panel`}
        aria-labelledby={`${id}${selected}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is open may hold nothing else that Tab could lead to.
        tabIndex={0}
        className="pt-4"
      >
        {tabs[at]?.content}
      </div>
    </div>
  )
}
