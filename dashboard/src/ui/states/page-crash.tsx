import type { ErrorComponentProps } from '@tanstack/react-router'
import { ReloadButton } from '../buttons/reload-button.tsx'
import { ScreenNotLoaded } from '../lazy/lazy-screen.tsx'
import { Failure } from './failure.tsx'

/** One bad field must never blank the whole dashboard: the navigation stays, the page says what happened. */
export function PageCrash({ error, reset }: ErrorComponentProps) {
  const isUnloaded = error instanceof ScreenNotLoaded
  const retry = () => {
    if (isUnloaded) error.forget()
    reset()
  }
  return (
    <Failure
      what={isUnloaded ? 'This screen could not be loaded' : 'This page could not be shown'}
      error={error}
      onRetry={retry}
      more={isUnloaded && <ReloadButton />}
    />
  )
}
