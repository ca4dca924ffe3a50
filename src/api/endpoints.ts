import { createKey, deleteKey, listKeys } from './api-keys.ts'
import { createBatch } from './create-batch.ts'
import { createScan } from './create-scan.ts'
import type { ApiContext, Endpoint } from './endpoint.ts'
import { getBatch } from './get-batch.ts'
import { getCapture } from './get-capture.ts'
import { getScan } from './get-scan.ts'
import { cancelInvitation, createInvitation, listInvitations } from './invitations.ts'
import { getBatches } from './list-batches.ts'
import { getScans } from './list-scans.ts'
import { changeMember, listMembers, removeMember } from './members.ts'
import { getOrgPolicy, updateOrgPolicy } from './org-policy.ts'
import { getOrgRetention, updateOrgRetention } from './org-retention.ts'
import { getOrgSettings, getOrgUsage, updateOrgSettings } from './org-settings.ts'
import { getOrgStats } from './org-stats.ts'
import { changeOrgView, createOrgView, deleteOrgView, listOrgViews } from './org-views.ts'
import { getReasonCodes } from './reason-codes.ts'
import { recoverWebhooks, resendWebhook } from './resend-webhook.ts'
import { getReview, getReviewLog, getReviewPrecision, putReview } from './reviews.ts'
import { rotateWebhookSecret } from './rotate-webhook-secret.ts'
import { testWebhook } from './test-webhook.ts'
import { getWebhookDeliveries, getWebhookDelivery } from './webhook-deliveries.ts'

/** The whole interface below `/api/v2`. */
export function endpoints(ctx: ApiContext): Endpoint[] {
  return [
    createScan(ctx, 'deep'),
    createScan(ctx, 'quick'),
    createBatch(ctx, 'deep'),
    createBatch(ctx, 'quick'),
    getScan(ctx),
    getCapture(ctx),
    getReview(ctx),
    putReview(ctx),
    getReviewLog(ctx),
    getBatch(ctx),
    getScans(ctx),
    getOrgSettings(ctx),
    updateOrgSettings(ctx),
    getOrgUsage(ctx),
    getBatches(ctx),
    getOrgStats(ctx),
    getReviewPrecision(ctx),
    getOrgPolicy(ctx),
    updateOrgPolicy(ctx),
    getOrgRetention(ctx),
    updateOrgRetention(ctx),
    listOrgViews(ctx),
    createOrgView(ctx),
    changeOrgView(ctx),
    deleteOrgView(ctx),
    rotateWebhookSecret(ctx),
    getWebhookDeliveries(ctx),
    getWebhookDelivery(ctx),
    resendWebhook(ctx),
    recoverWebhooks(ctx),
    testWebhook(ctx),
    listMembers(ctx),
    changeMember(ctx),
    removeMember(ctx),
    createInvitation(ctx),
    listInvitations(ctx),
    cancelInvitation(ctx),
    createKey(ctx),
    listKeys(ctx),
    deleteKey(ctx),
    getReasonCodes(ctx),
  ]
}
