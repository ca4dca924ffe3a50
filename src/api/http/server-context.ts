import type { Metrics } from '../../metrics.ts'
import type { RecordSpan } from '../../trace.ts'
import type { ApiContext } from './endpoint.ts'

export type ServerContext = ApiContext & {
  metrics: Metrics
  /** Absent where nobody draws traces. */
  recordSpan?: RecordSpan
  /** A sentence; null when requests can be served. */
  whyNotReady: () => Promise<string | null>
  /** What else this process should do and does not, where requests are served. */
  whyNotWorking?: () => Promise<string | null>
  /** Where a built dashboard lies; null: none is served. */
  dashboardFolder: string | null
  /** Where the built guide lies; null: none is served. */
  guideFolder: string | null
}
