import { BatchAccepted, ErrorBody } from '../../../sdk/contract.ts'
import { submitOnce } from '../../db/scans/submissions.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { checkProfileUrls, chosenBatch, putBatchRequest } from '../requests/scan-requests.ts'
import {
  BODY_LIMITS,
  batchAccepted,
  CHOSEN_ID,
  hashOf,
  readSubmission,
  SUBMISSIONS,
  submissionErrors,
} from './submission.ts'

export const putBatch = (ctx: ApiContext) =>
  endpoint({
    method: 'PUT',
    path: '/batches/:batch_id',
    summary: 'Submit several profiles under an id of your own',
    description: `${CHOSEN_ID} What the daily limit left out the first time stays left out: send it as a batch of its own.`,
    tag: 'Batches',
    access: 'any',
    params: chosenBatch,
    body: putBatchRequest(ctx.isAllowedPrivately),
    prepareBody: checkProfileUrls,
    bodyLimit: BODY_LIMITS.batch,
    withoutAct: SUBMISSIONS,
    answers: { 200: BatchAccepted, 409: ErrorBody, ...submissionErrors },
    async handle({ caller, params, trace, ...request }) {
      const { profile_urls: urls, scan_mode: scanMode = 'deep' } = request.body
      const batchId = (params.batch_id ?? '').toLowerCase()
      const submission = await readSubmission(ctx, scanMode, urls, request)
      const granted = await submitOnce(ctx.db, {
        orgId: caller.orgId,
        trace,
        batchId,
        ...submission,
        bodyHash: hashOf(submission),
      })
      return batchAccepted(batchId, granted, granted.requested, scanMode)
    },
  })
