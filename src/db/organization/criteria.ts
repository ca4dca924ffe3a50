import { sql } from 'kysely'
import type { Tx } from '../database.ts'

export interface CriterionRow {
  code: string
  state: 'draft' | 'shadow' | 'live'
  /** The newest. */
  version: number
  /** The version that judges; null in draft. */
  judging: number | null
  has_judged: boolean
  created_at: string
  /** Of the newest version, as it was checked when it was written. */
  definition: unknown
  version_at: string
  version_by_email: string
  /** Of the state. */
  changed_at: string
  changed_by_email: string
}

export interface CriterionVersionRow {
  version: number
  definition: unknown
  created_at: string
  created_by_email: string
}

type Stored<Row> = Omit<Row, 'definition'> & { definition: string }

function read<Row extends { definition: string }>(row: Row) {
  return { ...row, definition: JSON.parse(row.definition) as unknown }
}

/** By code. */
export async function criteriaOfOrg(db: Tx, orgId: string): Promise<CriterionRow[]> {
  const { rows } = await sql<Stored<CriterionRow>>`
    select c.code, c.state, c.version, c.judging, c.has_judged, c.created_at, c.changed_at, c.changed_by_email,
           v.definition::text as definition, v.created_at as version_at, v.created_by_email as version_by_email
      from criteria c
      join criterion_versions v on v.org_id = c.org_id and v.code = c.code and v.version = c.version
     where c.org_id = ${orgId} order by c.code collate "C"`.execute(db)
  return rows.map(read)
}

/** Newest first. */
export async function criterionVersions(db: Tx, orgId: string, code: string): Promise<CriterionVersionRow[]> {
  const { rows } = await sql<Stored<CriterionVersionRow>>`
    select version, definition::text as definition, created_at, created_by_email
      from criterion_versions where org_id = ${orgId} and code = ${code} order by version desc`.execute(db)
  return rows.map(read)
}

interface By {
  userId: string
  email: string
}

/** In draft. */
export async function insertCriterion(db: Tx, orgId: string, code: string, definition: unknown, by: By) {
  await sql`insert into criteria (org_id, code, changed_by_email) values (${orgId}, ${code}, ${by.email})`.execute(
    db,
  )
  await insertVersion(db, orgId, { code, version: 1, definition }, by)
}

/** What judges stays as it is. */
export async function addCriterionVersion(
  db: Tx,
  orgId: string,
  { code, version, definition }: { code: string; version: number; definition: unknown },
  by: By,
) {
  await sql`update criteria set version = ${version} where org_id = ${orgId} and code = ${code}`.execute(db)
  await insertVersion(db, orgId, { code, version, definition }, by)
}

async function insertVersion(
  db: Tx,
  orgId: string,
  { code, version, definition }: { code: string; version: number; definition: unknown },
  by: By,
) {
  await sql`insert into criterion_versions (org_id, code, version, definition, created_by, created_by_email)
            values (${orgId}, ${code}, ${version}, ${JSON.stringify(definition)}::json, ${by.userId}, ${by.email})`.execute(
    db,
  )
}

/** @param judging the version that judges from now on; null for none */
export async function setCriterionState(
  db: Tx,
  orgId: string,
  { code, state, judging }: Pick<CriterionRow, 'code' | 'state' | 'judging'>,
  email: string,
) {
  await sql`update criteria set state = ${state}, judging = ${judging}, has_judged = has_judged or ${judging !== null},
                   changed_at = clock_timestamp(), changed_by_email = ${email}
             where org_id = ${orgId} and code = ${code}`.execute(db)
}

export async function deleteCriterion(db: Tx, orgId: string, code: string) {
  await sql`delete from criteria where org_id = ${orgId} and code = ${code}`.execute(db)
}
