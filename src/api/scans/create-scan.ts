import { ScanAccepted, type ScanMode } from '../../../sdk/contract.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { scanRequest } from '../requests/scan-requests.ts'
import {
  BODY_LIMITS,
  profileOf,
  readTerms,
  SUBMISSIONS,
  scanAccepted,
  submissionErrors,
} from './submission.ts'

export const createScan = (ctx: ApiContext, scanMode: ScanMode) =>
  endpoint({
    method: 'POST',
    path: `/scan/${scanMode}`,
    summary:
      scanMode === 'deep' ? 'Submit one profile for full analysis' : 'Submit one profile for a quick look',
    description:
      'It is answered at once; the scan runs behind the answer. Its end comes by webhook, or is read from its record or its events.',
    tag: 'Scans',
    access: 'any',
    body: scanRequest(ctx.isAllowedPrivately),
    bodyLimit: BODY_LIMITS.scan,
    withoutAct: SUBMISSIONS,
    answers: { 200: ScanAccepted, ...submissionErrors },
    async handle({ caller, trace, body, sourceOf }) {
      const profile = profileOf(body.profile_url)
      const terms = await readTerms(ctx, scanMode, { body, sourceOf })
      const granted = await ctx.submitSingle({ orgId: caller.orgId, trace, profile, ...terms })
      return scanAccepted(granted, scanMode)
    },
  })
