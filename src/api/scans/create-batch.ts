import { randomUUID } from 'node:crypto'
import { BatchAccepted, type ScanMode } from '../../../sdk/contract.ts'
import { submitScans } from '../../db/submissions.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { batchRequest } from '../http/requests.ts'
import {
  laterBy,
  metadataSource,
  profileOf,
  refuseOverLimit,
  refusePrivateCallback,
  submissionErrors,
  TYPICAL_SECONDS,
} from './submission.ts'

const BODY_LIMIT = 32 * 1024 * 1024

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
    bodyLimit: BODY_LIMIT,
    answers: { 200: BatchAccepted, ...submissionErrors },
    async handle({ caller, body, sourceOf, trace }) {
      const metadata = metadataSource(sourceOf)
      const callbackUrl = await refusePrivateCallback(ctx, body.callback_url)
      const batchId = randomUUID()
      const profiles = body.profile_urls.map(profileOf)
      const granted = await submitScans(ctx.db, {
        orgId: caller.orgId,
        batchId,
        scanMode,
        callbackUrl,
        metadata,
        profiles,
        trace,
      })
      refuseOverLimit(granted)
      const rounds = Math.ceil(granted.granted / granted.scan_concurrency)
      const skipped = profiles.length - granted.granted
      return {
        batch_id: batchId,
        status: 'processing',
        total_profiles: granted.granted,
        submitted_at: granted.submitted_at,
        estimated_completion: laterBy(granted.submitted_at, rounds * TYPICAL_SECONDS[scanMode]),
        scan_mode: scanMode,
        ...(skipped > 0 && { daily_limit_truncated: true, profiles_skipped: skipped }),
      }
    },
  })
