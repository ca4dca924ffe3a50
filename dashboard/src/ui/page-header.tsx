import { type ReactNode, useEffect } from 'react'
import { useArrival } from './lazy/arrival.ts'

/** The heading of a page, which names the browser's tab as well. */
export function PageHeader({
  title,
  lead,
  actions,
}: {
  title: string
  lead?: ReactNode
  actions?: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · Toscan`
  }, [title])
  useArrival(title)
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
      <div className="min-w-0">
        {/* It may be what a stranger chose, of any length; the tab and whoever listens have all of it. */}
        <h1 className="line-clamp-2 text-xl leading-7 font-semibold tracking-tight [overflow-wrap:anywhere] print:line-clamp-none">
          {title}
        </h1>
        {lead && <div className="text-muted">{lead}</div>}
      </div>
      {actions && (
        <div className="flex flex-wrap items-center gap-2" data-print="no">
          {actions}
        </div>
      )}
    </header>
  )
}
