import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components'

export interface TabEntry {
  id: string
  label: string
  /** A number beside the label. */
  count?: number
  content: ReactNode
}

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
  return (
    <AriaTabs selectedKey={selected} onSelectionChange={(key) => onSelect(String(key))} className="min-w-0">
      <TabList
        aria-label={label}
        className="flex gap-1 overflow-x-auto border-b border-line p-0.5"
        data-print="no"
      >
        {tabs.map((tab) => (
          <Tab
            key={tab.id}
            id={tab.id}
            className="-mb-[3px] flex h-9 cursor-default items-center gap-1.5 border-b-2 border-transparent px-2.5 text-[13px] font-medium whitespace-nowrap text-muted data-[hovered]:text-ink data-[selected]:border-accent data-[selected]:text-ink"
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="rounded-full bg-gap-soft px-1.5 text-[11px] leading-4 text-gap tabular-nums">
                {tab.count}
              </span>
            )}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className="pt-4">
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
