import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { createQueryClient } from './api/query-client.ts'
import { createAppRouter, preloadScreen } from './router.tsx'
import { createServices, ServicesContext } from './services.ts'
import { SignInAgain, SignInGate } from './session/sign-in-gate.tsx'
import { lazyPart } from './ui/lazy/lazy-part.tsx'
import { Loading } from './ui/states/loading.tsx'

/** Who opens an invitation may have no account yet. */
const InvitePage = lazyPart(
  () => import('./session/invite-page.tsx'),
  'InvitePage',
  <Loading label="Opening the invitation" />,
)

/** And who has lost their password is nobody yet. */
const ResetPage = lazyPart(
  () => import('./session/reset-page.tsx'),
  'ResetPage',
  <Loading label="Opening the link" />,
)

/** What needs nobody signed in, by its address. */
const OUTSIDE: Record<string, ComponentType> = { '/invite': InvitePage, '/reset': ResetPage }

/** By then the first screen has come. */
const QUIET_MS = 5000

const services = createServices()
const queries = createQueryClient()
// Whoever comes next finds nothing of what was read for somebody else, however that one left.
services.session.subscribe(() => {
  if (services.session.state().kind === 'signed_out') queries.clear()
})
const router = createAppRouter()
const Outside = OUTSIDE[window.location.pathname]
if (!Outside) {
  // Who is there and what they want to see are two answers to wait for: at once, not one after the other.
  void services.session.start()
  // The question goes first: a browser has six connections, and a screen may be more files than that.
  setTimeout(() => preloadScreen(router))
  // Whoever must sign in again after an upgrade would find this part gone, and its page with what they wrote behind it.
  setTimeout(() => void SignInAgain.preload(), QUIET_MS)
}

export function App() {
  return (
    <ServicesContext value={services}>
      <QueryClientProvider client={queries}>
        {Outside ? (
          <Outside />
        ) : (
          <SignInGate>
            <RouterProvider router={router} />
          </SignInGate>
        )}
      </QueryClientProvider>
    </ServicesContext>
  )
}
