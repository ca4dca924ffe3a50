/** As high as what comes, so that nothing jumps when it is there. */
export function Loading({ label, rows = 3 }: { label: string; rows?: number }) {
  return (
    <div role="status" aria-busy="true" className="flex flex-col gap-3 py-2">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move.
        <span key={index} className="h-5 animate-pulse rounded bg-sunken" />
      ))}
    </div>
  )
}
