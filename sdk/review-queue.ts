import type {
  AssignedCases,
  ClaimedCase,
  DecidedCase,
  DecidedCases,
  Decision,
  ReviewQueue as QueueRecord,
  Recommendation,
  ReleasedCase,
  ReviewSettings,
  Verdict,
} from './contract.ts'
import type { Open } from './open.ts'
import type { CallOptions, Transport } from './transport.ts'

export interface QueueFilter {
  /** Default: all that call for review. The gravest come first. */
  recommendation?: readonly Recommendation[]
  /** Within each recommendation; default by risk. */
  order_by?: 'risk' | 'age' | 'reason_code'
  reason_code?: string
  /** Default: what is assigned to you or to nobody. */
  assigned?: 'me' | 'nobody' | 'all'
}

export interface CaseDecision {
  /** The version that was looked at: what has changed since then is left alone (409). */
  version?: number
  decision: { decision: Decision; reason?: string | null; note?: string | null }
  /** Verdicts by code. */
  findings?: Record<string, Verdict | null>
}

/** What waits for a decision. All of it takes a session. */
export interface ReviewQueue {
  /** The first cases (`limit` 1 to 100, default 20) and how many there are. */
  get(
    filter?: QueueFilter & { limit?: number; after?: string },
    options?: CallOptions,
  ): Promise<Open<QueueRecord>>
  /** The next case, for five minutes nobody else's; null where nothing is left. `except`: cases that you hold already. */
  claim(
    filter?: QueueFilter & { except?: readonly string[] },
    options?: CallOptions,
  ): Promise<Open<ClaimedCase>>
  /** This very case, or the five minutes anew. @throws Conflict while somebody else looks at it, and once it is decided */
  claimThis(scanId: string, options?: CallOptions): Promise<Open<ClaimedCase>>
  release(scanId: string, options?: CallOptions): Promise<Open<ReleasedCase>>
  /** @throws Conflict while somebody else looks at it, and once it is decided; ValidationFailed where a reason or note is asked for */
  decide(scanId: string, decision: CaseDecision, options?: CallOptions): Promise<Open<DecidedCase>>
  /** Your own decision of the last ten seconds. @throws Conflict when it is too late */
  undo(scanId: string, options?: CallOptions): Promise<Open<ClaimedCase>>
  /** Each for itself; what cannot be decided is passed over and named. At most 100. */
  decideMany(
    scanIds: readonly string[],
    decision: CaseDecision['decision'],
    options?: CallOptions,
  ): Promise<Open<DecidedCases>>
  /** To a member, to `me`, or to nobody (null). At most 100. */
  assign(
    scanIds: readonly string[],
    userId: string | null,
    options?: CallOptions,
  ): Promise<Open<AssignedCases>>
  settings(options?: CallOptions): Promise<Open<ReviewSettings>>
  /** What is left out stays. Takes an administrator's session. */
  updateSettings(settings: Partial<ReviewSettings>, options?: CallOptions): Promise<Open<ReviewSettings>>
}

const QUEUE = '/api/v2/org/review-queue'
const SETTINGS = '/api/v2/org/review-settings'

export function reviewQueueOf(transport: Transport): ReviewQueue {
  const pathOf = (scanId: string, verb: string) => `${QUEUE}/${encodeURIComponent(scanId)}/${verb}`
  return {
    get: (filter = {}, options) =>
      transport.json({ ...options, method: 'GET', path: QUEUE, query: { ...filter } }),
    claim: ({ recommendation, ...rest } = {}, options) =>
      transport.json({
        ...options,
        method: 'POST',
        path: `${QUEUE}/claim`,
        body: { ...rest, ...(recommendation && { recommendation: recommendation.join(',') }) },
      }),
    claimThis: (scan_id, options) =>
      transport.json({ ...options, method: 'POST', path: `${QUEUE}/claim`, body: { scan_id } }),
    release: (scanId, options) =>
      transport.json({ ...options, method: 'POST', path: pathOf(scanId, 'release') }),
    decide: (scanId, body, options) =>
      transport.json({ ...options, method: 'POST', path: pathOf(scanId, 'decide'), body }),
    undo: (scanId, options) => transport.json({ ...options, method: 'POST', path: pathOf(scanId, 'undo') }),
    decideMany: (scan_ids, decision, options) =>
      transport.json({ ...options, method: 'POST', path: `${QUEUE}/decide`, body: { scan_ids, decision } }),
    assign: (scan_ids, user_id, options) =>
      transport.json({ ...options, method: 'POST', path: `${QUEUE}/assign`, body: { scan_ids, user_id } }),
    settings: (options) => transport.json({ ...options, method: 'GET', path: SETTINGS }),
    updateSettings: (body, options) => transport.json({ ...options, method: 'PATCH', path: SETTINGS, body }),
  }
}
