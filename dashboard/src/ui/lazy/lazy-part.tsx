import { CatchBoundary } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { Button } from '../buttons/button.tsx'
import { ReloadButton } from '../buttons/reload-button.tsx'
import { Failure } from '../states/failure.tsx'
import { lazyScreen, ScreenNotLoaded } from './lazy-screen.tsx'

/**
 * What lies over a page and whose files come when it is first shown. Where they do not, that is said in a corner and the page stays
 * as it is, with what was typed; an error that nobody catches would take all of it away.
 */
export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  /** Shown until it comes. */
  meanwhile?: ReactNode,
): ((props: Props & { onClose?: () => void }) => ReactNode) & { preload: () => Promise<void> } {
  const Part = lazyScreen(load, name)
  const Contained = (props: Props & { onClose?: () => void }) => (
    <CatchBoundary
      getResetKey={() => name}
      errorComponent={({ error, reset }) => (
        <NotShown error={error} onRetry={reset} onClose={props.onClose} />
      )}
    >
      <Suspense fallback={meanwhile}>
        <Part {...props} />
      </Suspense>
    </CatchBoundary>
  )
  return Object.assign(Contained, { preload: Part.preload })
}

function NotShown({
  error,
  onRetry,
  onClose,
}: {
  error: unknown
  onRetry(): void
  onClose: (() => void) | undefined
}) {
  const isUnloaded = error instanceof ScreenNotLoaded
  return (
    <div
      className="fixed inset-x-4 bottom-4 z-50 mx-auto max-w-xl rounded-lg bg-raised shadow-pop"
      data-print="no"
    >
      <Failure
        what={
          isUnloaded
            ? 'What should open here could not be loaded'
            : 'What should open here could not be shown'
        }
        error={error}
        onRetry={() => {
          if (isUnloaded) error.forget()
          onRetry()
        }}
        more={
          <>
            {isUnloaded && <ReloadButton />}
            {onClose && (
              <Button size="small" onPress={onClose}>
                Close
              </Button>
            )}
          </>
        }
      />
    </div>
  )
}
