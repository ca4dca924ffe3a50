/** The end of a list is not known before it is reached: what is shown is how far one has come. */
export function WalkProgress({ count, isRunning }: { count: number; isRunning: boolean }) {
  if (count === 0 && !isRunning) return null
  return (
    <div className="flex items-center gap-3">
      {isRunning && <progress aria-label="Reading the list" className="w-32 accent-solid" />}
      <p className="tabular-nums">
        {count.toLocaleString('en')} scans {isRunning ? 'read so far' : 'read'}
      </p>
    </div>
  )
}
