import { type ApiKeys, apiKeysOf } from './api-keys.ts'
import { type Audit, auditOf } from './audit.ts'
import { type Batches, batchesOf } from './batches.ts'
import type { ReasonCodeList, WebhookDeliveryRecord } from './contract.ts'
import { type Creators, creatorsOf } from './creators.ts'
import { type Criteria, criteriaOf } from './criteria.ts'
import { type Evidence, evidenceOf } from './evidence.ts'
import { type Invitations, invitationsOf, type Members, membersOf } from './members.ts'
import { type Notifications, notificationsOf } from './notifications.ts'
import type { Open } from './open.ts'
import { type Organization, organizationOf } from './organization.ts'
import { type Passkeys, passkeysOf } from './passkeys.ts'
import { type ReviewQueue, reviewQueueOf } from './review-queue.ts'
import { type Reviews, reviewsOf } from './reviews.ts'
import { type Scans, scansOf } from './scans.ts'
import { type Session, sessionOf } from './session.ts'
import { type CallOptions, createTransport, type ToscanOptions, type Transport } from './transport.ts'
import { type Views, viewsOf } from './views.ts'
import { type Watches, watchesOf } from './watches.ts'
import { type WebhookDeliveries, webhookDeliveriesOf } from './webhook-deliveries.ts'

export { type AnswerFacts, answerOf } from './answer-of.ts'
export type { ActFilter } from './audit.ts'
export type { BatchPage, NewBatch } from './batches.ts'
export { compareScans, factsOf, learn } from './compare-scans.ts'
export * from './errors.ts'
export type { NewChannel } from './notifications.ts'
export type { Open } from './open.ts'
export type { Pages } from './pages.ts'
export type { Passkey } from './passkeys.ts'
export type { WaitOptions } from './poll.ts'
export { profileStateOf } from './profile-state.ts'
export type { ReceivedEvent, UnknownEvent } from './received-event.ts'
export type { CaseDecision, QueueFilter } from './review-queue.ts'
export type { ReviewChange } from './reviews.ts'
export type { ProgressOptions } from './scan-progress.ts'
export type { CompletedScan, NewScan, ScanFilter } from './scans.ts'
export { addressOf, type ComparedScan, type SeenFacts } from './seen-facts.ts'
export { type SideBySideRow, sideBySide } from './side-by-side.ts'
export type { CallOptions, ToscanOptions } from './transport.ts'
export { verifyWebhookAsync } from './verify-webhook-async.ts'
export type { NewWatch, WatchUpdate } from './watches.ts'
export type { DeliveryFilter } from './webhook-deliveries.ts'
export type { VerifyOptions } from './webhook-parts.ts'

/** A client of one Toscan server. Imports nothing of Node: this file is the entry for browsers. */
export class Toscan {
  readonly scans: Scans
  readonly batches: Batches
  readonly evidence: Evidence
  readonly reviews: Reviews
  readonly reviewQueue: ReviewQueue
  readonly org: Organization
  readonly criteria: Criteria
  readonly audit: Audit
  readonly views: Views
  readonly creators: Creators
  readonly watches: Watches
  readonly notifications: Notifications
  readonly members: Members
  readonly invitations: Invitations
  readonly apiKeys: ApiKeys
  readonly webhookDeliveries: WebhookDeliveries
  readonly session: Session
  readonly passkeys: Passkeys
  readonly #transport: Transport

  constructor(options: ToscanOptions = {}) {
    const transport = createTransport(options)
    this.#transport = transport
    this.scans = scansOf(transport)
    this.batches = batchesOf(transport)
    this.evidence = evidenceOf(transport)
    this.reviews = reviewsOf(transport)
    this.reviewQueue = reviewQueueOf(transport)
    this.org = organizationOf(transport)
    this.criteria = criteriaOf(transport)
    this.audit = auditOf(transport)
    this.views = viewsOf(transport)
    this.creators = creatorsOf(transport)
    this.watches = watchesOf(transport)
    this.notifications = notificationsOf(transport)
    this.members = membersOf(transport)
    this.invitations = invitationsOf(transport)
    this.apiKeys = apiKeysOf(transport)
    this.webhookDeliveries = webhookDeliveriesOf(transport)
    this.session = sessionOf(transport)
    this.passkeys = passkeysOf(transport)
  }

  /** The codes that a report may carry, with their meaning. */
  reasonCodes(options?: CallOptions): Promise<Open<ReasonCodeList>> {
    return this.#transport.json({ ...options, method: 'GET', path: '/api/v2/reason-codes' })
  }

  /** Sends a signed `test` event to the default callback address and says what came back. Takes an administrator's session. */
  webhookTest(options?: CallOptions): Promise<Open<WebhookDeliveryRecord>> {
    return this.#transport.json({ ...options, method: 'POST', path: '/api/v2/org/webhook-test' })
  }
}
