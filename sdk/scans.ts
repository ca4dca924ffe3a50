import type {
  DeletedScan,
  Recommendation,
  ScanAccepted,
  ScanList,
  ScanMode,
  ScanRecord,
  ScanSummary,
  TriageReport,
} from './contract.ts'
import { newId } from './new-id.ts'
import type { Open } from './open.ts'
import { type Pages, pagesOf } from './pages.ts'
import type { CallOptions, Transport } from './transport.ts'
import { type WaitOptions, waitForScan } from './wait-for-scan.ts'

export interface NewScan {
  /** A UUID of your own, one for each scan; default: a new one. The same scan under the same id is submitted once. */
  scan_id?: string
  profile_url: string
  /** Default deep. */
  scan_mode?: ScanMode
  callback_url?: string
  metadata?: Record<string, unknown>
}

export interface ScanFilter {
  recommendation?: readonly Recommendation[]
  scan_mode?: ScanMode
  /** Part of the profile URL or the username. */
  q?: string
  /** `YYYY-MM-DD`, UTC, inclusive. */
  from_date?: string
  to_date?: string
  sort_by?: 'created_at' | 'risk_score'
  sort_order?: 'desc' | 'asc'
  /** Scans per page, 1 to 100. */
  limit?: number
  /** Where to begin: `next_cursor` of an earlier page of the same list. */
  after?: string
}

/** The record of a scan that has ended with a report. */
export type CompletedScan = Open<ScanRecord> & { triage_report: Open<TriageReport> }

export interface Scans {
  /** Submits one profile; sent again under its id where no answer came, it is one scan. @throws Conflict when the id stands for another */
  create(scan: NewScan, options?: CallOptions): Promise<Open<ScanAccepted>>
  /** Submits and waits for the report. @throws ScanFailed, TimedOut (with the id) */
  createAndWait(scan: NewScan, options?: WaitOptions): Promise<CompletedScan>
  /** Waits for the report of a scan. @throws ScanFailed, TimedOut */
  wait(scanId: string, options?: WaitOptions): Promise<CompletedScan>
  get(scanId: string, options?: CallOptions): Promise<Open<ScanRecord>>
  /** For good, with its pages, webhooks and reviews. Takes an administrator's session. @throws NotFound */
  delete(scanId: string, options?: CallOptions): Promise<Open<DeletedScan>>
  list(filter?: ScanFilter, options?: CallOptions): Pages<Open<ScanSummary>, Open<ScanList>>
}

export function scansOf(transport: Transport): Scans {
  const get: Scans['get'] = (scanId, options) =>
    transport.json({ ...options, method: 'GET', path: `/api/v2/scans/${encodeURIComponent(scanId)}` })
  const create: Scans['create'] = ({ scan_id = newId(), ...body }, options) =>
    transport.json({
      ...options,
      method: 'PUT',
      path: `/api/v2/scans/${encodeURIComponent(scan_id)}`,
      body,
      mayRepeat: true,
    })
  const wait: Scans['wait'] = (scanId, options) => waitForScan(get, scanId, options)
  return {
    create,
    createAndWait: async (scan, options) => wait((await create(scan, options)).scan_id, options),
    wait,
    get,
    delete: (scanId, options) =>
      transport.json({
        ...options,
        method: 'DELETE',
        path: `/api/v2/scans/${encodeURIComponent(scanId)}`,
      }),
    list: (filter = {}, options = {}) =>
      pagesOf(
        (after) =>
          transport.json<Open<ScanList>>({
            ...options,
            method: 'GET',
            path: '/api/v2/org/scans',
            query: { ...filter, after: after ?? filter.after },
          }),
        (page) => page.scans,
      ),
  }
}
