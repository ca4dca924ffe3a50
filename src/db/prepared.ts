import type { Kysely, QueryResult, RawBuilder } from 'kysely'

/** What these statements are called on every connection, by their text. */
const names = new Map<string, string>()

/**
 * Runs a statement that each scan needs. A connection parses it once, and PostgreSQL keeps a plan that fits any values: for statements whose
 * best plan is the same whatever is asked, and whose text has few shapes. Behind a pooler it is a statement as any other.
 */
export function prepared<Row>(db: Kysely<unknown>, statement: RawBuilder<Row>): Promise<QueryResult<Row>> {
  const compiled = statement.compile(db)
  if (!names.has(compiled.sql)) names.set(compiled.sql, `kept_${names.size}`)
  return db.executeQuery(compiled)
}

/** The name of a statement that is to be kept; undefined for all others. */
export function nameOfPrepared(text: string): string | undefined {
  return names.get(text)
}
