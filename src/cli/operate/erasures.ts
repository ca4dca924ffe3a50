import type { Config } from '../../config.ts'
import { listErasures } from '../../db/organization/list-erasures.ts'
import { withDatabase } from '../start/start.ts'
import { printRows } from '../terminal/output.ts'
import { orgOnRecord } from './known-org.ts'

/** `toscan erasures list`: which deletions there were, how many scans each took, and whose they were. */
export async function printErasures(config: Config, options: { org?: string; json?: boolean }) {
  const erasures = await withDatabase(config, async ({ db }) =>
    listErasures(db, await orgOnRecord(db, options.org)),
  )
  if (options.json) console.log(JSON.stringify({ erasures }))
  else
    printRows(
      erasures.map(({ began_at, org_id, what, subject, scans, email }) => [
        began_at,
        org_id,
        what,
        scans,
        email ?? '-',
        subject,
      ]),
    )
}
