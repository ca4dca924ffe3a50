import { QueryClient } from '@tanstack/react-query'

/**
 * The client tries reads again where that may help, and changes never: a scan that may have been ordered is not ordered twice. Without
 * a network both fail at once, and say so: nothing waits to be sent when nobody expects it any more.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5000,
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
