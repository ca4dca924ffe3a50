import { randomUUID } from 'node:crypto'
import { BatchAccepted, type ScanMode } from '../../../sdk/contract.ts'
import { submitScans } from '../../db/scans/submissions.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { batchRequest, checkProfileUrls } from '../requests/scan-requests.ts'
import { BODY_LIMITS, batchAccepted, readSubmission, SUBMISSIONS, submissionErrors } from './submission.ts'

export const createBatch = (ctx: ApiContext, scanMode: ScanMode) =>
  endpoint({
    method: 'POST',
    path: `/batch/${scanMode}`,
    summary:
      scanMode === 'deep'
        ? 'Submit several profiles for full analysis'
        : 'Submit several profiles for a quick look',
    description:
      'Where the daily limit leaves room for some only, the leading ones are accepted and the rest must be sent again.',
    tag: 'Batches',
    access: 'any',
    body: batchRequest(ctx.isAllowedPrivately),
    prepareBody: checkProfileUrls,
    bodyLimit: BODY_LIMITS.batch,
    withoutAct: SUBMISSIONS,
    answers: { 200: BatchAccepted, ...submissionErrors },
    async handle({ caller, trace, ...request }) {
      const { profile_urls: urls } = request.body
      const batchId = randomUUID()
      const submission = await readSubmission(ctx, scanMode, urls, request)
      const granted = await submitScans(ctx.db, { orgId: caller.orgId, batchId, trace, ...submission })
      return batchAccepted(batchId, granted, urls.length, scanMode)
    },
  })
