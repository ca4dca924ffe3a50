import { sql } from 'kysely'
import { NotFound } from '../../errors.ts'
import type { Tx } from '../database.ts'

/**
 * Sets `usd` aside in today's account of an organization. Gives the day, or null when it would pass the ceiling. One
 * statement under the lock of one row: however many ask at once, what is set aside never passes the ceiling.
 */
export async function reserveModelSpending(db: Tx, orgId: string, usd: number): Promise<string | null> {
  const { rows } = await sql<{ day: string }>`
    insert into org_model_spending as m (org_id, day, spent_usd)
    select s.org_id, (clock_timestamp() at time zone 'UTC')::date, ${usd}::numeric
      from org_settings s
     where s.org_id = ${orgId} and (s.daily_model_budget_usd is null or ${usd}::numeric <= s.daily_model_budget_usd)
    on conflict (org_id, day) do update set spent_usd = m.spent_usd + excluded.spent_usd
      where (select s.daily_model_budget_usd is null or m.spent_usd + excluded.spent_usd <= s.daily_model_budget_usd
               from org_settings s where s.org_id = m.org_id)
    returning day::text as day`.execute(db)
  return rows[0]?.day ?? null
}

/** Puts the real cost in the place of what was set aside. */
export async function settleModelSpending(
  db: Tx,
  { orgId, day, reserved }: { orgId: string; day: string; reserved: number },
  usd: number,
): Promise<void> {
  await sql`
    update org_model_spending
       set spent_usd = greatest(0, spent_usd - ${reserved}::numeric + ${usd}::numeric)
     where org_id = ${orgId} and day = ${day}::date`.execute(db)
}

/** US dollars per UTC day; null: no ceiling. */
export async function dailyModelBudget(db: Tx, orgId: string): Promise<number | null> {
  const { rows } = await sql<{ budget: number | null }>`
    select daily_model_budget_usd::float8 as budget from org_settings where org_id = ${orgId}`.execute(db)
  return rows[0]?.budget ?? null
}

/** @throws NotFound */
export async function setDailyModelBudget(db: Tx, orgId: string, usd: number | null): Promise<void> {
  const { numAffectedRows } = await sql`
    update org_settings set daily_model_budget_usd = ${usd}::numeric, updated_at = clock_timestamp()
     where org_id = ${orgId}`.execute(db)
  if (numAffectedRows !== 1n)
    throw new NotFound(`There is no organization ${orgId}. List them with: toscan org list`)
}
