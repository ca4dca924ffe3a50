import { type ReactNode, useEffect } from 'react'
import { useArrival } from './arrival.ts'

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
        <h1 className="text-xl leading-7 font-semibold tracking-tight">{title}</h1>
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
