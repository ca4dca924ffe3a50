import type { ReactNode } from 'react'
import { useServices, useSessionState } from '../services.ts'
import { lazyPart } from '../ui/lazy/lazy-part.tsx'
import { Failure } from '../ui/states/failure.tsx'
import { Loading } from '../ui/states/loading.tsx'
import { SignInPage } from './sign-in-page.tsx'

/** Dialogs are 9 kB that no first page needs. */
export const SignInAgain = lazyPart(() => import('./sign-in-again.tsx'), 'SignInAgain')

/** Everything behind it needs somebody signed in. The address stays what it is, so that a link leads where it should. */
export function SignInGate({ children }: { children: ReactNode }) {
  const { session } = useServices()
  const state = useSessionState()

  if (state.kind === 'starting')
    return (
      <main className="mx-auto max-w-sm p-6">
        <Loading label="Toscan is starting" />
      </main>
    )
  if (state.kind === 'unreachable')
    return (
      <main className="mx-auto max-w-md p-6">
        <h1 className="mb-3 text-xl font-semibold">Toscan</h1>
        <Failure what="The service did not answer" error={state.error} onRetry={() => void session.start()} />
      </main>
    )
  if (state.kind === 'signed_out') return <SignInPage />
  return (
    <>
      {children}
      {state.isOver && <SignInAgain email={state.session.user.email} />}
    </>
  )
}
