import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  BatchRecord,
  OrgSettings,
  OrgUsage,
  ReasonCodeList,
  ScanList,
  ScanRecord,
} from '../../../sdk/contract.ts'
import { stringifySearch } from '../search-params.ts'
import type { Call } from './call.ts'

/**
 * Every read of the dashboard, one function per question. A key starts with the organization, so that nothing of one
 * organization is ever shown in another.
 */

export const scanQuery = (call: Call, orgId: string, scanId: string) =>
  queryOptions({
    queryKey: [orgId, 'scan', scanId],
    queryFn: ({ signal }) => call<ScanRecord>(`/scans/${encodeURIComponent(scanId)}`, { signal }),
  })

export const batchQuery = (call: Call, orgId: string, batchId: string) =>
  queryOptions({
    queryKey: [orgId, 'batch', batchId],
    queryFn: ({ signal }) => call<BatchRecord>(`/batches/${encodeURIComponent(batchId)}`, { signal }),
  })

/** The parameters are the API's own. */
export interface ScanFilter {
  limit?: number
  after?: string
  recommendation?: string
  scan_mode?: string
  q?: string
  from_date?: string
  to_date?: string
  sort_by?: string
  sort_order?: string
}

export const scansQuery = (call: Call, orgId: string, filter: ScanFilter) =>
  queryOptions({
    queryKey: [orgId, 'scans', filter],
    queryFn: ({ signal }) => call<ScanList>(`/org/scans${stringifySearch({ ...filter })}`, { signal }),
  })

export const usageQuery = (call: Call, orgId: string) =>
  queryOptions({
    queryKey: [orgId, 'usage'],
    queryFn: ({ signal }) => call<OrgUsage>('/org/usage', { signal }),
  })

export const settingsQuery = (call: Call, orgId: string) =>
  queryOptions({
    queryKey: [orgId, 'settings'],
    queryFn: ({ signal }) => call<OrgSettings>('/org/settings', { signal }),
  })

/** What the codes mean changes with the policy pack only. */
export const reasonCodesQuery = (call: Call, orgId: string) =>
  queryOptions({
    queryKey: [orgId, 'reason-codes'],
    queryFn: ({ signal }) => call<z.infer<typeof ReasonCodeList>>('/reason-codes', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
