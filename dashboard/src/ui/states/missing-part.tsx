import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from '../buttons/button.tsx'

/** In the place of what a screen can do without, where it could not be loaded: says so and asks again. Nothing while it loads or is there. */
export function MissingPart({
  query: { data, error, refetch },
  what,
}: {
  query: Pick<UseQueryResult, 'data' | 'error' | 'refetch'>
  /** As in "… could not be loaded". */
  what: string
}) {
  if (!error || data !== undefined) return null
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
      {what} could not be loaded.
      <Button
        size="small"
        variant="quiet"
        icon="repeat"
        aria-label={`Retry: ${what}`}
        onPress={() => void refetch()}
      >
        Retry
      </Button>
    </p>
  )
}
