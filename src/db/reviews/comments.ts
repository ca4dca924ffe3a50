import { sql } from 'kysely'
import type { Tx } from '../database.ts'
import type { Reviewer } from './reviews.ts'

export interface CommentRow {
  comment_id: number
  scan_id: string
  body: string
  user_id: string | null
  email: string
  at: string
  /** JSON text: who is mentioned. */
  mentions: string
}

const columns = sql`c.comment_id, c.scan_id, c.body, c.user_id, c.email, c.at,
  coalesce((select json_agg(json_build_object('user_id', u.id, 'email', u.email) order by u.email)
              from comment_mentions m join auth_user u on u.id = m.user_id where m.comment_id = c.comment_id), '[]') as mentions`

/** The oldest first. */
export async function commentsOfScan(db: Tx, scanId: string): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select ${columns} from scan_comments c where c.scan_id = ${scanId}::uuid order by c.comment_id`.execute(
    db,
  )
  return rows
}

/** `mentioned`: ids of people of the organization. */
export async function addComment(
  tx: Tx,
  comment: { orgId: string; scanId: string; body: string; mentioned: readonly string[] },
  by: Reviewer,
): Promise<CommentRow> {
  const { orgId, scanId, body, mentioned } = comment
  const { rows: added } = await sql<{ comment_id: number }>`
    insert into scan_comments (scan_id, org_id, body, user_id, email)
    values (${scanId}::uuid, ${orgId}, ${body}, ${by.userId}, ${by.email}) returning comment_id`.execute(tx)
  const commentId = added[0]?.comment_id ?? 0
  await sql`insert into comment_mentions (comment_id, user_id, org_id)
            select ${commentId}, user_id, ${orgId} from unnest(${[...mentioned]}::text[]) user_id`.execute(tx)
  const { rows } = await sql<CommentRow>`
    select ${columns} from scan_comments c where c.comment_id = ${commentId}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('a comment that was just made is gone')
  return row
}

export type MentionRow = CommentRow & { profile_url: string; seen: boolean }

/** Comments that mention this person, the newest first. */
export async function mentionsOf(
  db: Tx,
  orgId: string,
  userId: string,
  limit: number,
): Promise<MentionRow[]> {
  const { rows } = await sql<MentionRow>`
    select ${columns}, s.profile_url, mine.seen_at is not null as seen
      from comment_mentions mine join scan_comments c using (comment_id) join scans s on s.scan_id = c.scan_id
     where mine.org_id = ${orgId} and mine.user_id = ${userId}
     order by mine.comment_id desc limit ${limit}`.execute(db)
  return rows
}

/** Of one scan: this person has looked at it. */
export async function markMentionsSeen(db: Tx, orgId: string, userId: string, scanId: string) {
  await sql`update comment_mentions m set seen_at = clock_timestamp() from scan_comments c
             where m.comment_id = c.comment_id and m.org_id = ${orgId} and m.user_id = ${userId} and m.seen_at is null
               and c.scan_id = ${scanId}::uuid`.execute(db)
}
