import type { ReactNode } from 'react'

/** Names and values, a value below its name where there is no room beside it for letters of the reader's size; one that is missing says so. */
export function Facts({ facts }: { facts: [name: string, value: ReactNode][] }) {
  return (
    <dl className="flex flex-col gap-y-2">
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-wrap gap-x-6">
          <dt className="max-w-full basis-44 text-muted">{name}</dt>
          <dd className="min-w-0 flex-1 basis-40 [overflow-wrap:anywhere]">
            {value ?? <span className="text-muted">Not provided</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
