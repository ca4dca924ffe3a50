import { endpoints } from '../../src/api/endpoints.ts'
import type { ApiContext, Endpoint } from '../../src/api/http/endpoint.ts'

/** The table of endpoints, to be read; none of them can be called. */
export function interfaceTable(): Endpoint[] {
  const ctx = {
    config: { evidenceRetentionDays: 60, scanRetentionDays: null },
    isAllowedPrivately: () => false,
  }
  // Only these are read while the table is made.
  return endpoints(ctx as unknown as ApiContext)
}
