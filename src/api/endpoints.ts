import { getCreatorScans } from './creators/creator-scans.ts'
import { getCreatorSharers } from './creators/creator-sharers.ts'
import { getCreator } from './creators/get-creator.ts'
import { changeCriterion } from './criteria/change-criterion.ts'
import { createCriterion } from './criteria/create-criterion.ts'
import { exportCriterion } from './criteria/export-criterion.ts'
import { getCriterion } from './criteria/get-criterion.ts'
import { listCriteria } from './criteria/list-criteria.ts'
import { removeCriterion } from './criteria/remove-criterion.ts'
import { setStateOfCriterion } from './criteria/set-state-of-criterion.ts'
import { tryOnScans, tryOnText } from './criteria/try-criterion.ts'
import type { ApiContext, NamedEndpoint } from './http/endpoint.ts'
import { changeChannel, createChannel, deleteChannel, testChannel } from './notifications/channels.ts'
import { getNotices, putNoticesSeen } from './notifications/notices.ts'
import { getNotifications, putOwnNotifications } from './notifications/own-notifications.ts'
import { createErasure, getErasures } from './organization/erasures.ts'
import { exportOrgAudit, getOrgAudit } from './organization/org-audit.ts'
import { getOrgPolicy, updateOrgPolicy } from './organization/org-policy.ts'
import { getOrgRetention, updateOrgRetention } from './organization/org-retention.ts'
import { getOrgSettings, getOrgUsage, updateOrgSettings } from './organization/org-settings.ts'
import { getOrgStats } from './organization/org-stats.ts'
import { changeOrgView, createOrgView, deleteOrgView, listOrgViews } from './organization/org-views.ts'
import { changeKey, createKey, deleteKey, listKeys } from './people/api-keys.ts'
import { cancelInvitation, createInvitation, listInvitations } from './people/invitations.ts'
import { changeMember, listMembers, removeMember } from './people/members.ts'
import { assignCases } from './reviews/assign-cases.ts'
import { claimCase } from './reviews/claim-case.ts'
import { createComment, getComments } from './reviews/comments.ts'
import { decideCase } from './reviews/decide-case.ts'
import { decideCases } from './reviews/decide-cases.ts'
import { getStatement } from './reviews/get-statement.ts'
import { getMentions } from './reviews/mentions.ts'
import { releaseCase } from './reviews/release-case.ts'
import { getReviewQueue } from './reviews/review-queue.ts'
import { getReviewSettings, updateReviewSettings } from './reviews/review-settings.ts'
import { getReviewStats } from './reviews/review-stats.ts'
import { getReview, getReviewLog, getReviewPrecision, putReview } from './reviews/scan-review.ts'
import { undoDecision } from './reviews/undo-decision.ts'
import { cancelBatch, cancelScan } from './scans/cancel.ts'
import { createBatch } from './scans/create-batch.ts'
import { createScan } from './scans/create-scan.ts'
import { deleteScan } from './scans/delete-scan.ts'
import { exportScans } from './scans/export-scans.ts'
import { getBatch } from './scans/get-batch.ts'
import { getCapture } from './scans/get-capture.ts'
import { getManifest } from './scans/get-manifest.ts'
import { getScan } from './scans/get-scan.ts'
import { getBatches } from './scans/list-batches.ts'
import { getScans } from './scans/list-scans.ts'
import { putBatch } from './scans/put-batch.ts'
import { putScan } from './scans/put-scan.ts'
import { getReasonCodes } from './scans/reason-codes.ts'
import { getScanEvents } from './scans/scan-events.ts'
import { changeWatch } from './watches/change-watch.ts'
import { createWatch } from './watches/create-watch.ts'
import { deleteWatch } from './watches/delete-watch.ts'
import { getWatch } from './watches/get-watch.ts'
import { listWatches } from './watches/list-watches.ts'
import { getChanges, getWatchChanges } from './watches/watch-changes.ts'
import { getWatchScans } from './watches/watch-scans.ts'
import { recoverWebhooks, resendWebhook } from './webhooks/resend-webhook.ts'
import { rotateWebhookSecret } from './webhooks/rotate-webhook-secret.ts'
import { testWebhook } from './webhooks/test-webhook.ts'
import { getWebhookDeliveries, getWebhookDelivery } from './webhooks/webhook-deliveries.ts'
import { getWebhookEndpoints } from './webhooks/webhook-endpoints.ts'

/** The whole interface below `/api/v2`, by the names that generated clients give to it. */
const ENDPOINTS = {
  createDeepScan: (ctx: ApiContext) => createScan(ctx, 'deep'),
  createQuickScan: (ctx: ApiContext) => createScan(ctx, 'quick'),
  createDeepBatch: (ctx: ApiContext) => createBatch(ctx, 'deep'),
  createQuickBatch: (ctx: ApiContext) => createBatch(ctx, 'quick'),
  putScan,
  putBatch,
  getScan,
  followScan: getScanEvents,
  deleteScan,
  cancelScan,
  cancelBatch,
  getCapture,
  getEvidenceManifest: getManifest,
  getReview,
  putReview,
  getReviewLog,
  getStatement,
  listComments: getComments,
  createComment,
  getBatch,
  listScans: getScans,
  exportScans,
  getOrgSettings,
  updateOrgSettings,
  getOrgUsage,
  listBatches: getBatches,
  getOrgStats,
  getReviewPrecision,
  getReviewStats,
  getReviewQueue,
  claimCase,
  releaseCase,
  decideCase,
  undoDecision,
  decideCases,
  assignCases,
  listMentions: getMentions,
  getReviewSettings,
  updateReviewSettings,
  getOrgPolicy,
  updateOrgPolicy,
  listCriteria,
  createCriterion,
  getCriterion,
  updateCriterion: changeCriterion,
  setStateOfCriterion: setStateOfCriterion,
  deleteCriterion: removeCriterion,
  exportCriterion,
  tryCriterionOnText: tryOnText,
  tryCriterionOnScans: tryOnScans,
  getRetention: getOrgRetention,
  updateRetention: updateOrgRetention,
  eraseScans: createErasure,
  listErasures: getErasures,
  listActs: getOrgAudit,
  exportActs: exportOrgAudit,
  listViews: listOrgViews,
  createView: createOrgView,
  updateView: changeOrgView,
  deleteView: deleteOrgView,
  getCreator,
  listCreatorScans: getCreatorScans,
  listCreatorSharers: getCreatorSharers,
  listWatches,
  createWatch,
  getWatch,
  updateWatch: changeWatch,
  deleteWatch,
  listWatchScans: getWatchScans,
  listWatchChanges: getWatchChanges,
  listChanges: getChanges,
  getNotifications,
  setMyNotifications: putOwnNotifications,
  createChannel,
  updateChannel: changeChannel,
  testChannel,
  deleteChannel,
  listNotices: getNotices,
  markNoticesSeen: putNoticesSeen,
  rotateWebhookSecret,
  listWebhookDeliveries: getWebhookDeliveries,
  getWebhookDelivery,
  listWebhookEndpoints: getWebhookEndpoints,
  resendWebhook,
  recoverWebhooks,
  testWebhook,
  listMembers,
  updateMember: changeMember,
  removeMember,
  createInvitation,
  listInvitations,
  deleteInvitation: cancelInvitation,
  createApiKey: createKey,
  listApiKeys: listKeys,
  updateApiKey: changeKey,
  revokeApiKey: deleteKey,
  listReasonCodes: getReasonCodes,
}

export function endpoints(ctx: ApiContext): NamedEndpoint[] {
  return Object.entries(ENDPOINTS).map(([operationId, make]) => ({ ...make(ctx), operationId }))
}
