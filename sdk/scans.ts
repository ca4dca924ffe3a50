import type {
  CancelledScan,
  Decision,
  DeletedScan,
  Recommendation,
  ScanAccepted,
  ScanList,
  ScanMode,
  ScanProgress,
  ScanRecord,
  ScanSummary,
  TriageReport,
} from './contract.ts'
import { ConnectionLost, naming, ServerError, TimedOut } from './errors.ts'
import { newId } from './new-id.ts'
import type { Open } from './open.ts'
import { type Pages, pagesOf } from './pages.ts'
import { endOf, type WaitOptions } from './poll.ts'
import { type ProgressOptions, progressOfScan } from './scan-progress.ts'
import type { Call, CallOptions, Transport } from './transport.ts'
import { waitForScan } from './wait-for-scan.ts'

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
  status?: 'processing' | 'completed' | 'failed'
  /** Only completed scans are returned then, as with the next four. `undecided`: nobody has decided. */
  decision?: readonly (Decision | 'undecided')[]
  /** Who decided: the id of a person, or `me`. */
  reviewer?: string
  /** The id of a person, `me` or `nobody`. */
  assigned?: string
  reason_code?: string
  /** Of a page that the report cites, the profile's own among them. */
  domain?: string
  batch_id?: string
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
  /** Submits and waits for the report. Every error after the submission has the `scanId`. @throws ScanFailed, TimedOut */
  createAndWait(scan: NewScan, options?: WaitOptions<Open<ScanRecord>>): Promise<CompletedScan>
  /** Waits for the report of a scan. @throws ScanFailed, TimedOut */
  wait(scanId: string, options?: WaitOptions<Open<ScanRecord>>): Promise<CompletedScan>
  get(scanId: string, options?: CallOptions): Promise<Open<ScanRecord>>
  /** How far it is: at once, whenever that changes, and last how it ended. Sent by the server, so nothing is polled. @throws NotFound */
  progress(scanId: string, options?: ProgressOptions): AsyncIterable<Open<ScanProgress>>
  /** Ends it as failed, whether it waits or runs; one that has ended stays as it is. @throws NotFound */
  cancel(scanId: string, options?: CallOptions): Promise<Open<CancelledScan>>
  /** For good, with its pages, webhooks and reviews. Takes an administrator's session. @throws NotFound */
  delete(scanId: string, options?: CallOptions): Promise<Open<DeletedScan>>
  /**
   * All that a filter chooses as one file, JSON lines or CSV, while the server writes it.
   * @throws BadRequest, Refused; what breaks on the way breaks the stream
   */
  export(
    filter?: Omit<ScanFilter, 'limit' | 'after'> & { format?: 'ndjson' | 'csv' },
    options?: CallOptions,
  ): Promise<ReadableStream<Uint8Array>>
  list(filter?: ScanFilter, options?: CallOptions): Pages<Open<ScanSummary>, Open<ScanList>>
}

export function scansOf(transport: Transport): Scans {
  const pathOf = (scanId: string) => `/api/v2/scans/${encodeURIComponent(scanId)}`
  const get = (scanId: string, options?: Partial<Call>): Promise<Open<ScanRecord>> =>
    transport.json({ ...options, method: 'GET', path: pathOf(scanId) })
  const create = ({ scan_id = newId(), ...body }: NewScan, options?: Partial<Call>) =>
    transport.json<Open<ScanAccepted>>({
      ...options,
      method: 'PUT',
      path: pathOf(scan_id),
      body,
      mayRepeat: true,
    })
  const waitUntil = (
    scanId: string,
    options: WaitOptions<Open<ScanRecord>>,
    limits: { endAt: number; isKnown: boolean },
  ) =>
    waitForScan((call) => get(scanId, call), scanId, options, limits).catch((error) => {
      throw naming(error, { scanId })
    })
  return {
    create,
    async createAndWait({ scan_id = newId(), ...scan }, options = {}) {
      const endAt = endOf(options)
      const { signal } = options
      const accepted = await create({ scan_id, ...scan }, { signal, endAt }).catch((error) => {
        throw mayExist(error) ? naming(error, { scanId: scan_id }) : error
      })
      return waitUntil(accepted.scan_id, options, { endAt, isKnown: true })
    },
    wait: (scanId, options = {}) => waitUntil(scanId, options, { endAt: endOf(options), isKnown: false }),
    get,
    progress: (scanId, options) => progressOfScan(transport, `${pathOf(scanId)}/events`, options),
    cancel: (scanId, options) =>
      transport.json({ ...options, method: 'POST', path: `${pathOf(scanId)}/cancel`, mayRepeat: true }),
    delete: (scanId, options) => transport.json({ ...options, method: 'DELETE', path: pathOf(scanId) }),
    export: (filter = {}, options) =>
      transport.stream({ ...options, method: 'GET', path: '/api/v2/org/scans/export', query: { ...filter } }),
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

/** A submission that failed so may have been accepted all the same. */
function mayExist(error: unknown): boolean {
  if (error instanceof ConnectionLost || error instanceof TimedOut) return error.mayHaveBeenReceived
  return error instanceof ServerError
}
