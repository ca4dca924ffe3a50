import { sql } from 'kysely'
import type { Tx } from '../database.ts'
import { conditions, type Holder, isOpen, order, type QueueFilter } from './queue-order.ts'

/** How long somebody who claims a case has it to themselves, unless they renew. On the database's clock. */
export const CLAIM_SECONDS = 300

/** Held by another sign-in of the same person that lives; a process of before knows nothing of sign-ins, and leaves there what somebody else's was. */
const isElsewhere = ({ signInId = null }: Holder) => sql`exists (
  select from auth_session s
   where s.id = r.claimed_in and s.id is distinct from ${signInId}::text and s."userId" = r.claimed_by and s."expiresAt" > clock_timestamp())`
const isFree = (by: Holder) =>
  sql`(r.claimed_until is null or r.claimed_until <= clock_timestamp() or r.claimed_by is null
       or (r.claimed_by = ${by.userId} and not ${isElsewhere(by)}))`
const claimFor = ({ userId, signInId = null }: Holder) =>
  sql`claimed_by = ${userId}, claimed_in = ${signInId}::text, claimed_until = clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS})`

/**
 * Claims the first case that nobody else holds; one that this person holds comes again unless it is in `except`, or they hold it on another device.
 * Nobody waits for anybody: what another is claiming in this moment is passed over.
 */
export async function claimNext(
  db: Tx,
  filter: QueueFilter,
  except: readonly string[],
): Promise<string | null> {
  const wanted = await conditions(db, filter)
  for (const recommendation of filter.recommendations) {
    const { rows } = await sql<{ scan_id: string }>`
      with next as materialized (
        select r.scan_id from scan_reviews r
         where ${sql.join([...wanted, sql`r.recommendation = ${recommendation}`], sql` and `)}
           and ${isFree(filter)} and r.scan_id <> all(${[...except]}::uuid[])
         order by ${order(filter.orderBy)} limit 1 for update skip locked)
      update scan_reviews r
         set ${claimFor(filter)}
        from next where r.scan_id = next.scan_id
      returning r.scan_id`.execute(db)
    if (rows[0]) return rows[0].scan_id
  }
  return null
}

/** Claims this very case, or renews the claim. False where it is not open to this person, or somebody else holds it. */
export async function claimCase(
  db: Tx,
  orgId: string,
  scanId: string,
  by: Holder & Pick<QueueFilter, 'mayReviewMinors'>,
): Promise<boolean> {
  const { userId, mayReviewMinors } = by
  const { rows } = await sql`
    update scan_reviews r
       set ${claimFor(by)}
     where r.org_id = ${orgId} and r.scan_id = ${scanId}::uuid and ${isOpen} and ${isFree(by)}
       and r.decided_by is distinct from ${userId} and (${mayReviewMinors} or not r.minor_safety)
    returning r.scan_id`.execute(db)
  return rows.length > 0
}

/** Gives back what this person holds here; whoever else holds it, or they elsewhere, keeps it. */
export async function releaseCase(db: Tx, orgId: string, scanId: string, by: Holder): Promise<boolean> {
  const { rows } = await sql`
    update scan_reviews r set claimed_by = null, claimed_until = null
     where r.org_id = ${orgId} and r.scan_id = ${scanId}::uuid and r.claimed_by = ${by.userId} and not ${isElsewhere(by)}
    returning r.scan_id`.execute(db)
  return rows.length > 0
}

/** Whether this person holds it on another device. */
export async function isHeldElsewhere(db: Tx, scanId: string, by: Holder): Promise<boolean> {
  const { rows } = await sql`
    select from scan_reviews r
     where r.scan_id = ${scanId}::uuid and r.claimed_by = ${by.userId} and r.claimed_until > clock_timestamp()
       and ${isElsewhere(by)}`.execute(db)
  return rows.length > 0
}

/** Who holds a case, and until when. */
export interface ClaimRow {
  claimed_by: string
  email: string
  name: string
  claimed_until: string
}

/** Who looks at a case just now. */
export async function claimOfScan(db: Tx, scanId: string): Promise<ClaimRow | undefined> {
  const { rows } = await sql<ClaimRow>`
    select r.claimed_by, u.email, u.name, r.claimed_until
      from scan_reviews r join auth_user u on u.id = r.claimed_by
     where r.scan_id = ${scanId}::uuid and r.claimed_until > clock_timestamp()`.execute(db)
  return rows[0]
}
