import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/** What an organization changes of the policy pack. All of it was checked when it was written. */
export interface StoredPolicy {
  /** By reason code: a severity, or `off`. */
  codes: Record<string, string>
  thresholds: Record<string, number>
  shadow: string[]
}

/** Nothing of it, where the organization has changed nothing. */
export async function orgPolicy(db: Tx, orgId: string): Promise<StoredPolicy> {
  const { rows } = await sql<Pick<ChangesRow, 'policy_overrides' | 'policy_tuning'>>`
    select policy_overrides::text as policy_overrides, policy_tuning::text as policy_tuning
      from org_settings where org_id = ${orgId}`.execute(db)
  return fromStored(rows[0])
}

export interface StoredChanges extends StoredPolicy {
  /** The versions of its own criteria that judge, by code: their definitions as they were written. */
  criteria: StoredCriterion[]
}

/** The same with its own criteria. */
export async function orgChanges(db: Tx, orgId: string): Promise<StoredChanges> {
  const { rows } = await sql<ChangesRow>`
    select ${CHANGES} from org_settings s where s.org_id = ${orgId}`.execute(db)
  return changesFrom(rows[0])
}

/** Of the `org_settings` row `s`, for whoever asks for more at once: `changesFrom` reads them. */
export const CHANGES = sql`
  s.policy_overrides::text as policy_overrides, s.policy_tuning::text as policy_tuning,
  (select json_agg(json_build_object('code', c.code, 'version', c.judging, 'state', c.state, 'definition', v.definition)
                   order by c.code collate "C")::text
     from criteria c
     join criterion_versions v on v.org_id = c.org_id and v.code = c.code and v.version = c.judging
    where c.org_id = s.org_id and c.judging is not null) as criteria`

/** As JSON text. */
export interface ChangesRow {
  policy_overrides: string | null
  policy_tuning: string | null
  criteria: string | null
}

export function changesFrom(row: ChangesRow | undefined): StoredChanges {
  return { ...fromStored(row), criteria: JSON.parse(row?.criteria ?? '[]') }
}

export interface StoredCriterion {
  code: string
  version: number
  state: 'shadow' | 'live'
  definition: unknown
}

function fromStored(row: Pick<ChangesRow, 'policy_overrides' | 'policy_tuning'> | undefined): StoredPolicy {
  return {
    codes: JSON.parse(row?.policy_overrides ?? '{}'),
    thresholds: {},
    shadow: [],
    ...JSON.parse(row?.policy_tuning ?? '{}'),
  }
}

/** Replaces all of it. */
export async function setOrgPolicy(
  db: Tx,
  orgId: string,
  { codes, thresholds, shadow }: StoredPolicy,
): Promise<void> {
  const overrides = Object.keys(codes).length === 0 ? null : JSON.stringify(codes)
  const isTuned = Object.keys(thresholds).length > 0 || shadow.length > 0
  const tuning = isTuned ? JSON.stringify({ thresholds, shadow }) : null
  await sql`update org_settings set policy_overrides = ${overrides}::json, policy_tuning = ${tuning}::json, updated_at = clock_timestamp()
             where org_id = ${orgId}`.execute(db)
}
