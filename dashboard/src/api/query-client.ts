import { QueryClient } from '@tanstack/react-query'
import { ApiError, SignedOut } from './api-error.ts'

/** Reads are tried again where that may help; changes never: a scan that may have been ordered is not ordered twice. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5000,
        retry: (failures, error) => failures < 2 && mayPass(error),
        refetchOnWindowFocus: true,
      },
      mutations: { retry: false },
    },
  })
}

function mayPass(error: Error): boolean {
  if (error instanceof ApiError) return error.status >= 500
  return !(error instanceof SignedOut)
}
