import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/** JSON text, or null when nothing is remembered under this key any more. */
export async function rememberedOpinion(db: Tx, key: string): Promise<string | null> {
  const { rows } = await sql<{ opinion: string }>`
    select opinion from model_opinions where key = ${key} and expires_at > clock_timestamp()`.execute(db)
  return rows[0]?.opinion ?? null
}

/** The first of two equal questions that were asked at once stays, so that both reports can be given again. */
export async function rememberOpinion(db: Tx, key: string, opinion: string, days: number): Promise<void> {
  await sql`
    insert into model_opinions as m (key, opinion, expires_at)
    values (${key}, ${opinion}::json, clock_timestamp() + make_interval(days => ${days}))
    on conflict (key) do update set opinion = excluded.opinion, expires_at = excluded.expires_at
      where m.expires_at <= clock_timestamp()`.execute(db)
}

export async function deleteExpiredOpinions(db: Tx): Promise<number> {
  const { numAffectedRows } =
    await sql`delete from model_opinions where expires_at <= clock_timestamp()`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
