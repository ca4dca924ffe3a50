import type {
  Decision,
  MentionList,
  ReviewLog,
  ReviewPrecision,
  ReviewStats,
  ScanComment,
  ScanCommentList,
  ScanReview,
  Statement,
  Verdict,
} from './contract.ts'
import type { Open } from './open.ts'
import type { CallOptions, Transport } from './transport.ts'

export interface ReviewChange {
  /** The version that was looked at: a review that somebody changed since then is not overwritten (409). */
  version?: number
  /** Null takes the decision back; left out, it stays. */
  decision?: { decision: Decision; reason?: string | null; note?: string | null } | null
  /** By code; null takes a verdict back; codes that are left out stay. */
  findings?: Record<string, Verdict | null>
}

/** What people made of scans. All of it takes a session. */
export interface Reviews {
  get(scanId: string, options?: CallOptions): Promise<Open<ScanReview>>
  update(scanId: string, change: ReviewChange, options?: CallOptions): Promise<Open<ScanReview>>
  /** Who did what, the oldest first. */
  log(scanId: string, options?: CallOptions): Promise<Open<ReviewLog>>
  /** A draft of what may be said to the creator about a decided scan. @throws Conflict while nobody has decided */
  statement(scanId: string, query?: { language?: string }, options?: CallOptions): Promise<Open<Statement>>
  /** What people say about a scan, the oldest first; mentions of you count as seen then. */
  comments(scanId: string, options?: CallOptions): Promise<Open<ScanCommentList>>
  /** `@` with an address, what stands before its `@`, or a name without blanks mentions a person. */
  comment(scanId: string, body: string, options?: CallOptions): Promise<Open<ScanComment>>
  /** Comments that mention you, the newest first. */
  mentions(options?: CallOptions): Promise<Open<MentionList>>
  /** What waits, who decides, who agrees, which rules raise false alarms. `days`: 1 to 90, default 30. Takes an administrator's session. */
  stats(period?: { days?: number }, options?: CallOptions): Promise<Open<ReviewStats>>
  /** How often findings of each code were accepted. */
  precision(options?: CallOptions): Promise<Open<ReviewPrecision>>
}

export function reviewsOf(transport: Transport): Reviews {
  const pathOf = (scanId: string) => `/api/v2/scans/${encodeURIComponent(scanId)}/review`
  const commentsOf = (scanId: string) => `/api/v2/scans/${encodeURIComponent(scanId)}/comments`
  return {
    get: (scanId, options) => transport.json({ ...options, method: 'GET', path: pathOf(scanId) }),
    update: (scanId, body, options) =>
      transport.json({ ...options, method: 'PUT', path: pathOf(scanId), body }),
    log: (scanId, options) => transport.json({ ...options, method: 'GET', path: `${pathOf(scanId)}/log` }),
    statement: (scanId, query, options) =>
      transport.json({
        ...options,
        method: 'GET',
        path: `/api/v2/scans/${encodeURIComponent(scanId)}/statement`,
        query: { ...query },
      }),
    comments: (scanId, options) => transport.json({ ...options, method: 'GET', path: commentsOf(scanId) }),
    comment: (scanId, body, options) =>
      transport.json({ ...options, method: 'POST', path: commentsOf(scanId), body: { body } }),
    mentions: (options) => transport.json({ ...options, method: 'GET', path: '/api/v2/org/mentions' }),
    stats: (query, options) =>
      transport.json({ ...options, method: 'GET', path: '/api/v2/org/review-stats', query: { ...query } }),
    precision: (options) =>
      transport.json({ ...options, method: 'GET', path: '/api/v2/org/review-precision' }),
  }
}
