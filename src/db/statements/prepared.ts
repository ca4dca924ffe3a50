import { type Kysely, type QueryResult, type RawBuilder, sql } from 'kysely'

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

/**
 * An array of a kept statement. Without the `select` the planner sees how long it is, finds a plan for so many rows cheaper than the one for any number,
 * and plans anew each time, which takes longer than what is planned.
 */
export function ofAnyLength(values: readonly unknown[] | Buffer, type: string): RawBuilder<unknown> {
  return sql`(select ${values}::${sql.raw(type)}[])`
}

/**
 * Of the place of what is asked: so says the planner that it is a row or two. It expects ten of an array, for which it would read a small table whole,
 * and a plan that is kept goes on so when the table has grown.
 */
export const FEW = sql`between 1 and 100000`

/** The name of a statement that is to be kept; undefined for all others. */
export function nameOfPrepared(text: string): string | undefined {
  return names.get(text)
}
