import type { Metrics } from '../../metrics.ts'
import type { ApiContext } from './endpoint.ts'

export type ServerContext = ApiContext & {
  metrics: Metrics
  /** A sentence; null when requests can be served. */
  whyNotReady: () => Promise<string | null>
  /** Where a built dashboard lies; null: none is served. */
  dashboardFolder: string | null
}
