import type { Metrics } from '../../metrics.ts'
import type { ApiContext } from './endpoint.ts'

export type ServerContext = ApiContext & {
  metrics: Metrics
  /** Where a built dashboard lies; null: none is served. */
  dashboardFolder: string | null
}
