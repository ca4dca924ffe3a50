import { queryOptions } from '@tanstack/react-query'
import type { QueueFilter, ScanFilter, Toscan } from '../../../sdk/client.ts'

/**
 * Every read of the dashboard, one function per question. A key starts with the organization, so that nothing of one
 * organization is ever shown in another.
 */

export const scanQuery = (toscan: Toscan, orgId: string, scanId: string) =>
  queryOptions({
    queryKey: [orgId, 'scan', scanId],
    queryFn: ({ signal }) => toscan.scans.get(scanId, { signal }),
  })

export const scansQuery = (toscan: Toscan, orgId: string, filter: ScanFilter) =>
  queryOptions({
    queryKey: [orgId, 'scans', filter],
    queryFn: ({ signal }) => toscan.scans.list(filter, { signal }).firstPage(),
  })

export const batchQuery = (toscan: Toscan, orgId: string, batchId: string) =>
  queryOptions({
    queryKey: [orgId, 'batch', batchId],
    queryFn: ({ signal }) => toscan.batches.get(batchId, { signal }),
  })

/** The newest page. */
export const batchesQuery = (toscan: Toscan, orgId: string) =>
  queryOptions({
    queryKey: [orgId, 'batches'],
    queryFn: ({ signal }) => toscan.batches.list({}, { signal }).firstPage(),
  })

export const captureQuery = (toscan: Toscan, orgId: string, scanId: string, ref: string) =>
  queryOptions({
    queryKey: [orgId, 'capture', scanId, ref],
    queryFn: ({ signal }) => toscan.evidence.capture(scanId, ref, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Signed when the scan ended; it changes no more. */
export const manifestQuery = (toscan: Toscan, orgId: string, scanId: string) =>
  queryOptions({
    queryKey: [orgId, 'manifest', scanId],
    queryFn: ({ signal }) => toscan.evidence.manifest(scanId, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const reviewQuery = (toscan: Toscan, orgId: string, scanId: string) =>
  queryOptions({
    queryKey: [orgId, 'review', scanId],
    queryFn: ({ signal }) => toscan.reviews.get(scanId, { signal }),
  })

/** A draft; drawn up anew for everybody who opens it. */
export const statementQuery = (toscan: Toscan, orgId: string, scanId: string, language: string) =>
  queryOptions({
    queryKey: [orgId, 'statement', scanId, language],
    queryFn: ({ signal }) => toscan.reviews.statement(scanId, { language }, { signal }),
    gcTime: 0,
  })

/** `version`: the review that the log is of, so that each change brings a new log. */
export const reviewLogQuery = (toscan: Toscan, orgId: string, scanId: string, version: number) =>
  queryOptions({
    queryKey: [orgId, 'review', scanId, 'log', version],
    queryFn: ({ signal }) => toscan.reviews.log(scanId, { signal }),
  })

/** How many cases wait, and the first of them. */
export const reviewQueueQuery = (toscan: Toscan, orgId: string, filter: QueueFilter & { limit?: number }) =>
  queryOptions({
    queryKey: [orgId, 'review-queue', filter],
    queryFn: ({ signal }) => toscan.reviewQueue.get(filter, { signal }),
  })

export const reviewSettingsQuery = (toscan: Toscan, orgId: string) =>
  queryOptions({
    queryKey: [orgId, 'review-settings'],
    queryFn: ({ signal }) => toscan.reviewQueue.settings({ signal }),
  })

export const commentsQuery = (toscan: Toscan, orgId: string, scanId: string) =>
  queryOptions({
    queryKey: [orgId, 'comments', scanId],
    queryFn: ({ signal }) => toscan.reviews.comments(scanId, { signal }),
  })

export const mentionsQuery = (toscan: Toscan, orgId: string) =>
  queryOptions({
    queryKey: [orgId, 'mentions'],
    queryFn: ({ signal }) => toscan.reviews.mentions({ signal }),
  })

export const noticesQuery = (toscan: Toscan, orgId: string) =>
  queryOptions({
    queryKey: [orgId, 'notices'],
    queryFn: ({ signal }) => toscan.notifications.notices({ limit: 10 }, { signal }).firstPage(),
  })

/** Takes an administrator. */
export const reviewStatsQuery = (toscan: Toscan, orgId: string, days: number) =>
  queryOptions({
    queryKey: [orgId, 'review-stats', days],
    queryFn: ({ signal }) => toscan.reviews.stats({ days }, { signal }),
  })

export const precisionQuery = (toscan: Toscan, orgId: string) =>
  queryOptions({
    queryKey: [orgId, 'precision'],
    queryFn: ({ signal }) => toscan.reviews.precision({ signal }),
  })

export const deliveriesOfScanQuery = (toscan: Toscan, orgId: string, scanId: string) =>
  queryOptions({
    queryKey: [orgId, 'deliveries', { scan_id: scanId }],
    queryFn: ({ signal }) => toscan.webhookDeliveries.list({ scan_id: scanId }, { signal }).firstPage(),
  })

/** The addresses that webhooks go to, and how each does; looked at again with whatever renews the deliveries. */
export const endpointsQuery = (toscan: Toscan, orgId: string) =>
  queryOptions({
    queryKey: [orgId, 'deliveries', 'endpoints'],
    queryFn: ({ signal }) => toscan.webhookDeliveries.endpoints({ signal }),
  })

export const usageQuery = (toscan: Toscan, orgId: string) =>
  queryOptions({
    queryKey: [orgId, 'usage'],
    queryFn: ({ signal }) => toscan.org.usage({ signal }),
  })

export const statsQuery = (toscan: Toscan, orgId: string) =>
  queryOptions({
    queryKey: [orgId, 'stats'],
    queryFn: ({ signal }) => toscan.org.stats({ days: 30 }, { signal }),
  })

export const settingsQuery = (toscan: Toscan, orgId: string) =>
  queryOptions({
    queryKey: [orgId, 'settings'],
    queryFn: ({ signal }) => toscan.org.settings({ signal }),
  })

export const apiKeysQuery = (toscan: Toscan, orgId: string) =>
  queryOptions({
    queryKey: [orgId, 'api-keys'],
    queryFn: ({ signal }) => toscan.apiKeys.list({}, { signal }),
  })

export const allApiKeysQuery = (toscan: Toscan, orgId: string, include_revoked: boolean) =>
  queryOptions({
    queryKey: [orgId, 'api-keys', { include_revoked }],
    queryFn: ({ signal }) => toscan.apiKeys.list({ include_revoked }, { signal }),
  })

export const deliveryQuery = (toscan: Toscan, orgId: string, deliveryId: string) =>
  queryOptions({
    queryKey: [orgId, 'delivery', deliveryId],
    queryFn: ({ signal }) => toscan.webhookDeliveries.get(deliveryId, { signal }),
  })

export const policyQuery = (toscan: Toscan, orgId: string) =>
  queryOptions({
    queryKey: [orgId, 'policy'],
    queryFn: ({ signal }) => toscan.org.policy({ signal }),
  })

/** Reason codes that the organization writes itself. */
export const criteriaQuery = (toscan: Toscan, orgId: string) =>
  queryOptions({
    queryKey: [orgId, 'criteria'],
    queryFn: ({ signal }) => toscan.criteria.list({ signal }),
  })

export const criterionQuery = (toscan: Toscan, orgId: string, code: string) =>
  queryOptions({
    queryKey: [orgId, 'criteria', code],
    queryFn: ({ signal }) => toscan.criteria.get(code, { signal }),
  })

export const membersQuery = (toscan: Toscan, orgId: string) =>
  queryOptions({
    queryKey: [orgId, 'members'],
    queryFn: ({ signal }) => toscan.members.list({ signal }),
  })

/** Takes an administrator. */
export const invitationsQuery = (toscan: Toscan, orgId: string) =>
  queryOptions({
    queryKey: [orgId, 'invitations'],
    queryFn: ({ signal }) => toscan.invitations.list({ signal }),
  })

export const retentionQuery = (toscan: Toscan, orgId: string) =>
  queryOptions({
    queryKey: [orgId, 'retention'],
    queryFn: ({ signal }) => toscan.org.retention({ signal }),
  })

/** How many scans of a creator there are to delete. */
export const erasableQuery = (toscan: Toscan, orgId: string, profile_url: string) =>
  queryOptions({
    queryKey: [orgId, 'erasable', profile_url],
    queryFn: ({ signal }) => toscan.org.eraseCreator({ profile_url, dry_run: true }, { signal }),
    // Counted anew for everybody who has to confirm it.
    gcTime: 0,
  })

/** Whether a profile is watched. */
export const watchesOfProfileQuery = (toscan: Toscan, orgId: string, profile_url: string) =>
  queryOptions({
    queryKey: [orgId, 'watches', { profile_url }],
    queryFn: ({ signal }) => toscan.watches.list({ profile_url, limit: 5 }, { signal }).firstPage(),
  })

export const creatorQuery = (toscan: Toscan, orgId: string, profileUrl: string) =>
  queryOptions({
    queryKey: [orgId, 'creator', profileUrl],
    queryFn: ({ signal }) => toscan.creators.get(profileUrl, { signal }),
  })

export const sharersQuery = (toscan: Toscan, orgId: string, profileUrl: string) =>
  queryOptions({
    queryKey: [orgId, 'creator', profileUrl, 'sharers'],
    queryFn: ({ signal }) => toscan.creators.sharers(profileUrl, { signal }),
  })

/** Filters of the history that everybody in the organization has. */
export const viewsQuery = (toscan: Toscan, orgId: string) =>
  queryOptions({
    queryKey: [orgId, 'views'],
    queryFn: ({ signal }) => toscan.views.list({ signal }),
  })

/** One's own, and the channels of the organization. */
export const notificationsQuery = (toscan: Toscan, orgId: string) =>
  queryOptions({
    queryKey: [orgId, 'notifications'],
    queryFn: ({ signal }) => toscan.notifications.get({ signal }),
  })

/** Of the person, in whatever organization. */
export const passkeysQuery = (toscan: Toscan, userId: string) =>
  queryOptions({
    queryKey: ['passkeys', userId],
    queryFn: ({ signal }) => toscan.passkeys.list({ signal }),
  })

/** What the codes mean changes with the policy pack only. */
export const reasonCodesQuery = (toscan: Toscan, orgId: string) =>
  queryOptions({
    queryKey: [orgId, 'reason-codes'],
    queryFn: ({ signal }) => toscan.reasonCodes({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
