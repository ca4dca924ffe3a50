import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../buttons/button.tsx'

/** At a time. */
const MORE = 100

/** The first of a list that may be very long, and the rest when somebody wants it. How many there are is said either way. */
export function Folded<Item>({
  items,
  first,
  what,
  isFlush = false,
  children,
}: {
  items: readonly Item[]
  /** Shown from the start. */
  first: number
  /** In the plural. */
  what: string
  /** In a card whose rows reach its edges. */
  isFlush?: boolean
  children(shown: readonly Item[]): ReactNode
}) {
  const [most, setMost] = useState(first)
  const end = useRef<HTMLParagraphElement>(null)
  const shown = items.slice(0, most)
  const left = items.length - shown.length
  return (
    <>
      {children(shown)}
      {items.length > first && (
        <div
          className={`flex flex-wrap items-center gap-3 ${isFlush ? 'border-t border-line px-4 py-2.5' : ''}`}
        >
          <p ref={end} tabIndex={-1} role="status" className="text-xs text-muted tabular-nums">
            {left > 0 ? `${shown.length} of ${items.length} ${what}` : `All ${items.length} ${what}`}
          </p>
          {left > 0 && (
            <span data-print="no">
              <Button
                size="small"
                onPress={() => {
                  setMost(most + MORE)
                  // With the last of them the button goes.
                  if (left <= MORE) end.current?.focus()
                }}
              >
                Show {Math.min(left, MORE)} more
              </Button>
            </span>
          )}
        </div>
      )}
    </>
  )
}
