import type { ErrorComponentProps } from '@tanstack/react-router'
import { Failure } from './failure.tsx'

/** One bad field must never blank the whole dashboard: the navigation stays, the page says what happened. */
export function PageCrash({ error, reset }: ErrorComponentProps) {
  return <Failure what="This page could not be shown" error={error} onRetry={reset} />
}
