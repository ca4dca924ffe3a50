import { ErrorBody, ScanComment, ScanCommentList, ValidationErrorBody } from '../../../sdk/contract.ts'
import { recordAct } from '../../db/people/acts.ts'
import { membersOfOrg } from '../../db/people/members.ts'
import { addComment, type CommentRow, commentsOfScan, markMentionsSeen } from '../../db/reviews/comments.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { commentRequest } from '../requests/review-requests.ts'
import { storableText } from '../requests/storable-text.ts'
import { reviewerOf, scanToReview } from './apply-review.ts'
import { mentionedIn } from './mentioned-in.ts'

/** Bytes: a comment of 4,000 characters, each of them escaped as two times six. */
const COMMENT_LIMIT = 64 * 1024

export const getComments = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/scans/:scan_id/comments',
    summary: 'Read what people say about a scan',
    description: 'The oldest first. Mentions of you in them count as seen then.',
    tag: 'Reviews',
    access: 'session',
    answers: { 200: ScanCommentList, 404: ErrorBody },
    async handle({ caller, by, params }) {
      const { userId } = reviewerOf({ caller, by })
      const { scan_id } = await scanToReview(ctx.db, caller.orgId, params.scan_id)
      const comments = await commentsOfScan(ctx.db, scan_id)
      await markMentionsSeen(ctx.db, caller.orgId, userId, scan_id)
      return { comments: comments.map(publicComment) }
    },
  })

export const createComment = (ctx: ApiContext) =>
  endpoint({
    method: 'POST',
    path: '/scans/:scan_id/comments',
    summary: 'Say something about a scan',
    description:
      '`@` with an address, what stands before its `@`, or a name without blanks mentions a person.',
    tag: 'Reviews',
    access: 'session',
    body: commentRequest,
    bodyLimit: COMMENT_LIMIT,
    status: 201,
    acts: ['comment.create'],
    answers: { 201: ScanComment, 404: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, by: actor, params, body }) {
      const by = reviewerOf({ caller, by: actor })
      const { scan_id: scanId } = await scanToReview(ctx.db, caller.orgId, params.scan_id)
      const text = storableText(body.body).trim()
      const mentioned = mentionedIn(text, await membersOfOrg(ctx.db, caller.orgId))
      return ctx.db.transaction().execute(async (tx) => {
        const comment = { orgId: caller.orgId, scanId, body: text, mentioned }
        const added = await addComment(tx, comment, by)
        await recordAct(tx, actor, {
          action: 'comment.create',
          orgId: caller.orgId,
          subject: scanId,
          after: { comment_id: added.comment_id },
        })
        return publicComment(added)
      })
    },
  })

export function publicComment({
  comment_id,
  scan_id,
  body,
  user_id,
  email,
  at,
  mentions,
}: CommentRow): ScanComment {
  return {
    comment_id: String(comment_id),
    scan_id,
    body,
    by: { user_id, email },
    at,
    mentions: JSON.parse(mentions),
  }
}
