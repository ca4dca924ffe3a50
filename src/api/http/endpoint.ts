import type { z } from 'zod'
import type { ActAction, CriterionTrial } from '../../../sdk/contract.ts'
import type { Attempts } from '../../auth/attempts.ts'
import type { Caller } from '../../auth/authenticate.ts'
import type { KeyUsage } from '../../auth/key-usage.ts'
import type { People } from '../../auth/people.ts'
import { type From, personActor } from '../../auth/person-actor.ts'
import type { Context, EvidenceSigner } from '../../context.ts'
import type { RuleKind } from '../../db/notifications/notifications.ts'
import type { ErasureOrder } from '../../db/organization/erasures.ts'
import type { Actor } from '../../db/people/acts.ts'
import type { KeyCaller } from '../../db/people/credentials.ts'
import type { ScanState } from '../../db/scans/cancelling.ts'
import type { Granted, SingleSubmission } from '../../db/scans/submissions.ts'
import type { EvidenceStore } from '../../evidence/store.ts'
import type { QueueMail } from '../../mail/mail.ts'
import type { OrgChanges } from '../../policy/pack/adapt-pack.ts'
import type { Criterion } from '../../policy/pack/criterion.ts'
import type { WebhookSender } from '../../webhooks/webhook-sender.ts'
import type { ScanFollowing } from '../scans/follow-scans.ts'

export type ApiContext = Pick<
  Context,
  'config' | 'db' | 'log' | 'vault' | 'checkCallbackUrl' | 'isAllowedPrivately' | 'policies'
> & {
  keyUsage: KeyUsage
  /** The live key with this hash. */
  keyByHash(hash: string): Promise<KeyCaller | undefined>
  submitSingle(submission: SingleSubmission): Promise<Granted>
  people: People
  attempts: Attempts
  evidence: Pick<EvidenceStore, 'get'>
  evidenceSigner(): Promise<EvidenceSigner>
  webhooks: WebhookSender
  /** Null where no mail is configured. */
  queueMail: QueueMail | null
  /** Sends a channel a message that says no more than by whom. Null when it was taken; else why not. */
  testChannel(
    channel: { kind: RuleKind; url_sealed: string | null },
    told: { orgId: string; orgName: string; by: string },
  ): Promise<string | null>
  /** What a criterion would come to; null where that took more than it may. */
  trials: {
    onText(
      tried: TriedCriterion,
      text: { text: string; platform?: string | null },
    ): Promise<CriterionTrial | null>
    /** One for each of the first of them, as many as a few seconds allow; null where the criterion finds nothing. */
    onScans(tried: TriedCriterion, analyses: string[]): Promise<(CriterionTrial | null)[] | null>
  }
  /** Undefined where the organization has no such thing. */
  cancelling: {
    scan(order: { orgId: string; scanId: string; by: Actor }): Promise<ScanState | undefined>
    batch(
      order: { orgId: string; batchId: string; by: Actor },
      most: number,
    ): Promise<{ cancelled: number; hasMore: boolean } | undefined>
  }
  following: ScanFollowing
  erasing: {
    count(order: ErasureOrder): Promise<number>
    /** Ends once so many or a few more are gone. */
    erase(order: ErasureOrder, most?: number): Promise<number>
  }
}

export interface TriedCriterion {
  code: string
  criterion: Criterion
  /** What judges today. */
  changes: OrgChanges
}

/**
 * Who may call. `any`: key or session. `session`: dashboard session of any role. `admin`: dashboard session with role admin.
 * All of these need an organization.
 */
export type Access = 'any' | 'session' | 'admin'

/** A caller whose organization is settled. */
export type OrgCaller = Caller & { orgId: string }

/** Who asks, where that is written down; null for a key. */
export function personOf(caller: Caller): { userId: string; email: string } | null {
  return caller.kind === 'session' ? { userId: caller.userId, email: caller.email } : null
}

/** Who asks, and from where, as the audit trail tells it. */
export function actorOf(caller: Caller, from: From): Actor {
  return caller.kind === 'key'
    ? { kind: 'key', id: caller.keyId, name: null, ...from }
    : personActor({ id: caller.userId, email: caller.email }, from)
}

export interface EndpointRequest<Body, Query> {
  caller: OrgCaller
  /** Whom an act is put down to. */
  by: Actor
  params: Record<string, string>
  query: Query
  body: Body
  /** Source text of a member of the body, e.g. `metadata`. */
  sourceOf: (member: string) => string | undefined
  /** Aborted when whoever asked is no longer there. For answers that go on; asked for once. */
  whenGone: () => AbortSignal
  /** Of this request, as `traceparent` writes it: for work that goes on behind the answer. */
  trace: string
}

/** An answer that is not JSON. */
export interface FileAnswer {
  bytes: Uint8Array
  headers: Record<string, string>
}

/** An answer that is sent as it comes. Its parts are ended early when whoever asked has gone. */
export interface StreamAnswer {
  parts: AsyncGenerator<string>
  headers: Record<string, string>
}

export function isStream(answer: unknown): answer is StreamAnswer {
  if (typeof answer !== 'object' || answer === null || !('parts' in answer)) return false
  // A statement has parts as well, and they are JSON.
  return typeof answer.parts === 'object' && answer.parts !== null && Symbol.asyncIterator in answer.parts
}

export function isFile(answer: unknown): answer is FileAnswer {
  return (
    typeof answer === 'object' && answer !== null && 'bytes' in answer && answer.bytes instanceof Uint8Array
  )
}

export interface Endpoint<Body = unknown, Query = unknown> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api/v2`; parameters as `:name`. */
  path: string
  summary: string
  description?: string
  tag: string
  access: Access
  /** Of the path, where an identifier is more than a name to look up. */
  params?: z.ZodType<Record<string, string>>
  body?: z.ZodType<Body>
  /** Looks at what was sent before it is checked, where a check at one go would keep others waiting. */
  prepareBody?(body: unknown): Promise<void>
  /** The body may be left out whole. */
  bodyMayBeAbsent?: boolean
  /** Bytes; default 16 KiB. */
  bodyLimit?: number
  query?: z.ZodType<Query>
  answers: Record<number, z.ZodType>
  /** What of the audit trail it writes. */
  acts?: readonly ActAction[]
  /** Why it writes none although it changes something. */
  withoutAct?: string
  /** Types of the answer where it is a file. */
  produces?: readonly string[]
  /** Gives the answer's body; a string is sent as JSON text, a `FileAnswer` and a `StreamAnswer` as they are. */
  handle(request: EndpointRequest<Body, Query>): Promise<unknown>
  status?: number
}

/** With the name that generated clients give to it. */
export type NamedEndpoint = Endpoint & { operationId: string }

/** Keeps the types of one endpoint together while the list of all forgets them. */
export function endpoint<Body, Query>(definition: Endpoint<Body, Query>): Endpoint {
  return definition as Endpoint
}
