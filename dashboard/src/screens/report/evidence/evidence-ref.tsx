/** `E1`: goes to that evidence. */
export function EvidenceRef({ to, onRef }: { to: string; onRef(ref: string): void }) {
  return (
    <button
      type="button"
      onClick={() => onRef(to)}
      className="inline-flex min-h-6 min-w-6 items-center justify-center rounded bg-accent-soft px-1 align-middle font-mono text-[0.6875rem] font-semibold text-accent hover:underline"
    >
      <span className="sr-only">Evidence </span>
      {to}
    </button>
  )
}
