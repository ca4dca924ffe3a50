import { MentionList } from '../../../sdk/contract.ts'
import { mentionsOf } from '../../db/reviews/comments.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { reviewerOf } from './apply-review.ts'
import { publicComment } from './comments.ts'

const MOST_SHOWN = 50

export const getMentions = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/mentions',
    summary: 'Read the comments that mention you',
    description: `The newest ${MOST_SHOWN}, the newest first. Whoever reads the comments of a scan has seen those.`,
    tag: 'Reviews',
    access: 'session',
    answers: { 200: MentionList },
    async handle({ caller, by }) {
      const { userId } = reviewerOf({ caller, by })
      const rows = await mentionsOf(ctx.db, caller.orgId, userId, MOST_SHOWN)
      return {
        mentions: rows.map((row) => ({
          ...publicComment(row),
          profile_url: row.profile_url,
          seen: row.seen,
        })),
      }
    },
  })
