import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/** Parameters of the list of scans, as they were checked when the view was written. */
export type ViewFilter = Record<string, string>

export interface OrgViewRow {
  view_id: string
  name: string
  filter: ViewFilter
  created_by: string | null
  created_by_email: string
  created_at: string
  updated_at: string
}

const columns = sql`view_id, name, filter::text as filter, created_by, created_by_email, created_at, updated_at`

type StoredRow = Omit<OrgViewRow, 'filter'> & { filter: string }

function fromStored(row: StoredRow): OrgViewRow {
  return { ...row, filter: JSON.parse(row.filter) }
}

/** By name. */
export async function viewsOfOrg(db: Tx, orgId: string): Promise<OrgViewRow[]> {
  const { rows } = await sql<StoredRow>`
    select ${columns} from org_views where org_id = ${orgId} order by lower(name), view_id`.execute(db)
  return rows.map(fromStored)
}

export async function insertView(
  db: Tx,
  view: {
    viewId: string
    orgId: string
    name: string
    filter: ViewFilter
    createdBy: string
    createdByEmail: string
  },
): Promise<OrgViewRow> {
  const { rows } = await sql<StoredRow>`
    insert into org_views (view_id, org_id, name, filter, created_by, created_by_email)
    values (${view.viewId}, ${view.orgId}, ${view.name}, ${JSON.stringify(view.filter)}::json, ${view.createdBy}, ${view.createdByEmail})
    returning ${columns}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('insert returned no row')
  return fromStored(row)
}

export async function updateView(
  db: Tx,
  orgId: string,
  viewId: string,
  view: { name: string; filter: ViewFilter },
): Promise<OrgViewRow> {
  const { rows } = await sql<StoredRow>`
    update org_views set name = ${view.name}, filter = ${JSON.stringify(view.filter)}::json, updated_at = clock_timestamp()
     where org_id = ${orgId} and view_id = ${viewId} returning ${columns}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('update returned no row')
  return fromStored(row)
}

export async function deleteView(db: Tx, orgId: string, viewId: string) {
  await sql`delete from org_views where org_id = ${orgId} and view_id = ${viewId}`.execute(db)
}
