import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createQueryClient } from './api/query-client.ts'
import { createAppRouter } from './router.tsx'
import { createServices, ServicesContext } from './services.ts'
import { SignInGate } from './session/sign-in-gate.tsx'

const services = createServices()
const queries = createQueryClient()
const router = createAppRouter()

export function App() {
  return (
    <ServicesContext value={services}>
      <QueryClientProvider client={queries}>
        <SignInGate>
          <RouterProvider router={router} />
        </SignInGate>
      </QueryClientProvider>
    </ServicesContext>
  )
}
