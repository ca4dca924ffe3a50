import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
} from '@tanstack/react-query'

/**
 * The client tries reads again where that may help, and changes never: a scan that may have been ordered is not ordered twice. Without
 * a network both fail at once, and say so: nothing waits to be sent when nobody expects it any more.
 */
export function createQueryClient(): QueryClient {
  return new AskingAgain({
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

/** What is on its way for the first time was asked before the change: the library would take its answer for one from after it. */
class AskingAgain extends QueryClient {
  override async invalidateQueries(filters: InvalidateQueryFilters = {}, options?: InvalidateOptions) {
    const isFirst = (query: Query) =>
      query.state.data === undefined &&
      query.state.fetchStatus !== 'idle' &&
      (filters.predicate?.(query) ?? true)
    await this.cancelQueries({ ...filters, predicate: isFirst })
    await super.invalidateQueries(filters, options)
  }
}
