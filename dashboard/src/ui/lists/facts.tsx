import type { ReactNode } from 'react'

/** Names and values; a value that is missing says so. */
export function Facts({ facts }: { facts: [name: string, value: ReactNode][] }) {
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-2 sm:grid-cols-[11rem_minmax(0,1fr)]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 max-sm:mb-1 [overflow-wrap:anywhere]">
            {value ?? <span className="text-muted">Not provided</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
