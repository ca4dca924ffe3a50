import { ScanAccepted, type ScanMode } from '../../../sdk/contract.ts'
import { submitScans } from '../../db/submissions.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { scanRequest } from '../http/requests.ts'
import {
  laterBy,
  metadataSource,
  profileOf,
  refuseOverLimit,
  refusePrivateCallback,
  submissionErrors,
  TYPICAL_SECONDS,
} from './submission.ts'

const BODY_LIMIT = 1024 * 1024

export const createScan = (ctx: ApiContext, scanMode: ScanMode) =>
  endpoint({
    method: 'POST',
    path: `/scan/${scanMode}`,
    summary:
      scanMode === 'deep' ? 'Submit one profile for full analysis' : 'Submit one profile for a quick look',
    tag: 'Scans',
    access: 'any',
    body: scanRequest(ctx.isAllowedPrivately),
    bodyLimit: BODY_LIMIT,
    answers: { 200: ScanAccepted, ...submissionErrors },
    async handle({ caller, body, sourceOf, trace }) {
      const metadata = metadataSource(sourceOf)
      const callbackUrl = await refusePrivateCallback(ctx, body.callback_url)
      const profiles = [profileOf(body.profile_url)]
      const granted = await submitScans(ctx.db, {
        orgId: caller.orgId,
        batchId: null,
        scanMode,
        callbackUrl,
        metadata,
        profiles,
        trace,
      })
      refuseOverLimit(granted)
      return {
        scan_id: granted.scan_id,
        status: 'processing',
        submitted_at: granted.submitted_at,
        estimated_completion: laterBy(granted.submitted_at, TYPICAL_SECONDS[scanMode]),
        scan_mode: scanMode,
      }
    },
  })
