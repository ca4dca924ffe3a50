import { useEffect, useState } from 'react'

/** What takes longer is not as it should be, and who waits wants to know that it still goes on. */
const LONG_MS = 8000

/** As high as what comes, so that nothing jumps when it is there. */
export function Loading({ label, rows = 3 }: { label: string; rows?: number }) {
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), LONG_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status" aria-busy="true" className="flex flex-col gap-3 py-2">
      <span className="sr-only">{label}</span>
      {isLong && (
        <span className="text-muted">
          This takes longer than it should: the network may be slow, or the service busy. It is still being
          waited for.
        </span>
      )}
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move.
        <span key={index} className="h-5 animate-pulse rounded bg-sunken" />
      ))}
    </div>
  )
}
