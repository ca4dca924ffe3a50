import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { createQueryClient } from './api/query-client.ts'
import { createAppRouter, preloadScreen } from './router.tsx'
import { createServices, ServicesContext } from './services.ts'
import { SignInGate } from './session/sign-in-gate.tsx'
import { Loading } from './ui/loading.tsx'

/** Who opens an invitation may have no account yet. */
const InvitePage = lazy(async () => ({ default: (await import('./session/invite-page.tsx')).InvitePage }))

/** And who has lost their password is nobody yet. */
const ResetPage = lazy(async () => ({ default: (await import('./session/reset-page.tsx')).ResetPage }))

/** What needs nobody signed in, by its address. */
const OUTSIDE: Record<string, { page: ComponentType; label: string }> = {
  '/invite': { page: InvitePage, label: 'Opening the invitation' },
  '/reset': { page: ResetPage, label: 'Opening the link' },
}

const services = createServices()
const queries = createQueryClient()
const router = createAppRouter()
const outside = OUTSIDE[window.location.pathname]
if (!outside) {
  // Who is there and what they want to see are two answers to wait for: at once, not one after the other.
  void services.session.start()
  // The question goes first: a browser has six connections, and a screen may be more files than that.
  setTimeout(() => preloadScreen(router))
}

export function App() {
  return (
    <ServicesContext value={services}>
      <QueryClientProvider client={queries}>
        {outside ? (
          <Suspense fallback={<Loading label={outside.label} />}>
            <outside.page />
          </Suspense>
        ) : (
          <SignInGate>
            <RouterProvider router={router} />
          </SignInGate>
        )}
      </QueryClientProvider>
    </ServicesContext>
  )
}
