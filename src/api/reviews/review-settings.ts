import { ErrorBody, ReviewSettings, ValidationErrorBody } from '../../../sdk/contract.ts'
import { lockOrg } from '../../db/organization/orgs.ts'
import { recordAct } from '../../db/people/acts.ts'
import { setReviewSettings } from '../../db/reviews/review-settings.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { reviewSettingsRequest } from '../requests/review-requests.ts'
import { storableText } from '../requests/storable-text.ts'
import { reviewSettingsOf } from './review-settings-of.ts'

export const getReviewSettings = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/review-settings',
    summary: 'Read how the organization reviews',
    description:
      'Whether decisions need a reason or a note, which of them a second person sees, and what looks after reviewers.',
    tag: 'Reviews',
    access: 'session',
    answers: { 200: ReviewSettings },
    handle: ({ caller }) => reviewSettingsOf(ctx.db, caller.orgId),
  })

export const updateReviewSettings = (ctx: ApiContext) =>
  endpoint({
    method: 'PATCH',
    path: '/org/review-settings',
    summary: 'Change how the organization reviews',
    description: 'What is left out stays. Holds for decisions from now on.',
    tag: 'Reviews',
    access: 'admin',
    body: reviewSettingsRequest,
    acts: ['review_settings.change'],
    answers: { 200: ReviewSettings, 404: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, by, body }) {
      return ctx.db.transaction().execute(async (tx) => {
        if (!(await lockOrg(tx, caller.orgId))) throw new Refusal(404, 'Org settings not found')
        const before = await reviewSettingsOf(tx, caller.orgId)
        const settings: ReviewSettings = {
          reasons: body.reasons ? [...new Set(body.reasons.map(reasonOf))] : before.reasons,
          reason_required: body.reason_required ?? before.reason_required,
          note_required: body.note_required ?? before.note_required,
          second_review: { ...before.second_review, ...body.second_review },
          wellbeing: { ...before.wellbeing, ...body.wellbeing },
        }
        await setReviewSettings(tx, caller.orgId, settings)
        await recordAct(tx, by, {
          action: 'review_settings.change',
          orgId: caller.orgId,
          subject: null,
          before: { ...before },
          after: { ...settings },
        })
        return settings
      })
    },
  })

function reasonOf(text: string): string {
  return storableText(text).trim()
}
