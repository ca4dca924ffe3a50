import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { createQueryClient } from './api/query-client.ts'
import { createAppRouter } from './router.tsx'
import { createServices, ServicesContext } from './services.ts'
import { SignInGate } from './session/sign-in-gate.tsx'
import { Loading } from './ui/loading.tsx'

/** Who opens an invitation may have no account yet. */
const InvitePage = lazy(async () => ({ default: (await import('./session/invite-page.tsx')).InvitePage }))

const services = createServices()
const queries = createQueryClient()
const router = createAppRouter()

export function App() {
  return (
    <ServicesContext value={services}>
      <QueryClientProvider client={queries}>
        {window.location.pathname === '/invite' ? (
          <Suspense fallback={<Loading label="Opening the invitation" />}>
            <InvitePage />
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
