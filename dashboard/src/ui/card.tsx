import { type ReactNode, useId } from 'react'

/** A part of a page with its own heading. */
export function Card({
  title,
  actions,
  children,
  level = 2,
  flush = false,
}: {
  title: string
  actions?: ReactNode
  children: ReactNode
  level?: 2 | 3
  /** The content goes to the edges: tables. */
  flush?: boolean
}) {
  const id = useId()
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-xl border border-line bg-surface">
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 pt-2.5 pb-1.5">
        <Heading id={id} className="text-sm font-semibold">
          {title}
        </Heading>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      <div className={flush ? '' : 'px-4 pt-1 pb-4'}>{children}</div>
    </section>
  )
}
