import { ErrorBody, ScanAccepted } from '../../../sdk/contract.ts'
import { submitOnce } from '../../db/scans/submissions.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { chosenScan, putScanRequest } from '../requests/scan-requests.ts'
import {
  BODY_LIMITS,
  CHOSEN_ID,
  hashOf,
  readSubmission,
  SUBMISSIONS,
  scanAccepted,
  submissionErrors,
} from './submission.ts'

export const putScan = (ctx: ApiContext) =>
  endpoint({
    method: 'PUT',
    path: '/scans/:scan_id',
    summary: 'Submit one profile under an id of your own',
    description: CHOSEN_ID,
    tag: 'Scans',
    access: 'any',
    params: chosenScan,
    body: putScanRequest(ctx.isAllowedPrivately),
    bodyLimit: BODY_LIMITS.scan,
    withoutAct: SUBMISSIONS,
    answers: { 200: ScanAccepted, 409: ErrorBody, ...submissionErrors },
    async handle({ caller, params, trace, ...request }) {
      const { profile_url: url, scan_mode: scanMode = 'deep' } = request.body
      const scanId = (params.scan_id ?? '').toLowerCase()
      const submission = await readSubmission(ctx, scanMode, [url], request)
      const granted = await submitOnce(ctx.db, {
        orgId: caller.orgId,
        trace,
        batchId: null,
        scanId,
        ...submission,
        bodyHash: hashOf(submission),
      })
      return scanAccepted(granted, scanMode)
    },
  })
