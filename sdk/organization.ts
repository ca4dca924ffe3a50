import type {
  ChangedRetention,
  Erasure,
  ErasureList,
  ErasureRecord,
  OrgPolicy,
  OrgRetention,
  OrgSettings,
  OrgStats,
  OrgUsage,
  RotatedSecret,
} from './contract.ts'
import type { Open } from './open.ts'
import { type Pages, pagesOf } from './pages.ts'
import type { CallOptions, Transport } from './transport.ts'

export interface Organization {
  settings(options?: CallOptions): Promise<Open<OrgSettings>>
  /** Takes an administrator's session. Null clears the address. */
  updateSettings(
    settings: { default_callback_url: string | null },
    options?: CallOptions,
  ): Promise<Open<OrgSettings>>
  /** Which reason codes the organization has switched off or weighs otherwise. */
  policy(options?: CallOptions): Promise<Open<OrgPolicy>>
  /** Replaces all earlier changes of `codes`; thresholds and shadow stay where they are left out. Takes an administrator's session. @throws ValidationFailed for a code that must stay */
  updatePolicy(
    policy: Pick<OrgPolicy, 'codes'> & Partial<Pick<OrgPolicy, 'thresholds' | 'shadow'>>,
    options?: CallOptions,
  ): Promise<Open<OrgPolicy>>
  /** How long scans and their stored pages are kept. */
  retention(options?: CallOptions): Promise<Open<OrgRetention>>
  /**
   * From a day to as long as the operator keeps them; null: as the operator does; left out: as it is. What is older is deleted within the hour;
   * `dry_run` only counts it. Takes an administrator's session.
   */
  updateRetention(
    retention: { evidence_days?: number | null; scan_days?: number | null; dry_run?: boolean },
    options?: CallOptions,
  ): Promise<Open<ChangedRetention>>
  /**
   * Deletes all scans of the creator at this address for good, with pages, webhooks and reviews; `dry_run` only counts them. Takes an
   * administrator's session.
   */
  eraseCreator(
    creator: { profile_url: string; dry_run?: boolean },
    options?: CallOptions,
  ): Promise<Open<Erasure>>
  /**
   * Deletes all scans that were submitted before a day or moment, running ones too, a thousand with one call: again while `has_more`.
   * `dry_run` only counts them. Takes an administrator's session.
   */
  eraseBefore(age: { before: string; dry_run?: boolean }, options?: CallOptions): Promise<Open<Erasure>>
  /** What was deleted, when and by whom; newest first. Takes an administrator's session. */
  erasures(
    page?: { limit?: number; after?: string },
    options?: CallOptions,
  ): Pages<Open<ErasureRecord>, Open<ErasureList>>
  /** How much of the daily limit is used. */
  usage(options?: CallOptions): Promise<Open<OrgUsage>>
  /** Scans per day, what awaits a decision, health of the webhooks. `days`: 1 to 90, default 30. */
  stats(period?: { days?: number }, options?: CallOptions): Promise<Open<OrgStats>>
  /** Replaces the secret that signs webhooks; the old one signs along for the grace period (default a day). */
  rotateSecret(
    rotation?: { grace_period_seconds?: number },
    options?: CallOptions,
  ): Promise<Open<RotatedSecret>>
}

export function organizationOf(transport: Transport): Organization {
  return {
    settings: (options) => transport.json({ ...options, method: 'GET', path: '/api/v2/org/settings' }),
    updateSettings: (body, options) =>
      transport.json({ ...options, method: 'PATCH', path: '/api/v2/org/settings', body }),
    policy: (options) => transport.json({ ...options, method: 'GET', path: '/api/v2/org/policy' }),
    updatePolicy: (body, options) =>
      transport.json({ ...options, method: 'PATCH', path: '/api/v2/org/policy', body }),
    retention: (options) => transport.json({ ...options, method: 'GET', path: '/api/v2/org/retention' }),
    updateRetention: (body, options) =>
      transport.json({ ...options, method: 'PATCH', path: '/api/v2/org/retention', body }),
    eraseCreator: (body, options) =>
      transport.json({ ...options, method: 'POST', path: '/api/v2/org/erasures', body }),
    eraseBefore: (body, options) =>
      transport.json({ ...options, method: 'POST', path: '/api/v2/org/erasures', body }),
    erasures: (page = {}, options = {}) =>
      pagesOf(
        (after) =>
          transport.json<Open<ErasureList>>({
            ...options,
            method: 'GET',
            path: '/api/v2/org/erasures',
            query: { ...page, after: after ?? page.after },
          }),
        (list) => list.erasures,
      ),
    usage: (options) => transport.json({ ...options, method: 'GET', path: '/api/v2/org/usage' }),
    stats: (query, options) =>
      transport.json({ ...options, method: 'GET', path: '/api/v2/org/stats', query: { ...query } }),
    rotateSecret: (body = {}, options) =>
      transport.json({ ...options, method: 'POST', path: '/api/v2/org/webhook-secret/rotate', body }),
  }
}
