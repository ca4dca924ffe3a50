import { type RawBuilder, sql } from 'kysely'

/**
 * True of a review `r` that has this among its codes or domains, and of hardly any other: what their indexes know is one hash for it and its organization,
 * so that nothing else of the organization is read. Said beside the condition itself, where an index is to lead to few.
 */
export function hasMark(orgId: string, marks: 'reason_codes' | 'domains', mark: string): RawBuilder<unknown> {
  return sql`mark_hashes(r.org_id, ${sql.ref(`r.${marks}`)}) @> mark_hashes(${orgId}, array[${mark}::text])`
}
