import { QueryClient } from '@tanstack/react-query'

/** The client tries reads again where that may help, and changes never: a scan that may have been ordered is not ordered twice. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5000,
        retry: false,
        refetchOnWindowFocus: true,
      },
      mutations: { retry: false },
    },
  })
}
