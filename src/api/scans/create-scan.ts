import { ScanAccepted, type ScanMode } from '../../../sdk/contract.ts'
import { submitScans } from '../../db/submissions.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { scanRequest } from '../http/requests.ts'
import { BODY_LIMITS, readSubmission, scanAccepted, submissionErrors } from './submission.ts'

export const createScan = (ctx: ApiContext, scanMode: ScanMode) =>
  endpoint({
    method: 'POST',
    path: `/scan/${scanMode}`,
    summary:
      scanMode === 'deep' ? 'Submit one profile for full analysis' : 'Submit one profile for a quick look',
    tag: 'Scans',
    access: 'any',
    body: scanRequest(ctx.isAllowedPrivately),
    bodyLimit: BODY_LIMITS.scan,
    answers: { 200: ScanAccepted, ...submissionErrors },
    async handle({ caller, trace, ...request }) {
      const submission = await readSubmission(ctx, scanMode, [request.body.profile_url], request)
      const granted = await submitScans(ctx.db, { orgId: caller.orgId, batchId: null, trace, ...submission })
      return scanAccepted(granted, scanMode)
    },
  })
