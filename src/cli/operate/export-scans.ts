import { resolve } from 'node:path'
import { exportScans } from '../../backup/export-scans.ts'
import type { Config } from '../../config.ts'
import { recordAct } from '../../db/people/acts.ts'
import { scansByOrg } from '../../db/scans/scan-export.ts'
import { InvalidInput, NotFound } from '../../errors.ts'
import { scansMeant, subjectOf } from '../../jobs/erase-scans.ts'
import { evidenceStoreOf } from '../start/collection.ts'
import { commandActor } from '../start/command-actor.ts'
import { withDatabase } from '../start/start.ts'
import { printFacts } from '../terminal/output.ts'
import { erasableOf, type WhichScans } from './delete-scans.ts'
import { knownOrg } from './known-org.ts'

/** `toscan scan export`: all that is kept of a scan or a creator, in one file. Exit code 1 when a page was not to be had. */
export async function exportToFile(
  config: Config,
  file: string,
  options: Omit<WhichScans, 'before'> & { json?: boolean },
) {
  if ((options.scan === undefined) === (options.url === undefined))
    throw new InvalidInput('name either --scan <scan_id> or --url <url>')
  const erasable = erasableOf(options)
  const evidence = evidenceStoreOf(config)
  const end = await withDatabase(config, async ({ db }) => {
    const orgId = await knownOrg(db, options.org)
    const ids = await scansMeant(db, { orgId, erasable })
    if (ids.length === 0) throw new NotFound(`there is no scan of ${options.scan ?? options.url}`)
    // Before there is a file: none leaves without a word.
    await db.transaction().execute(async (tx) => {
      for (const { org_id: orgId, scans } of await scansByOrg(tx, ids))
        await recordAct(tx, commandActor(), {
          action: 'scans.export',
          orgId,
          subject: subjectOf(erasable),
          after: { what: erasable.what, scans },
        })
    })
    return exportScans({ db, evidence }, ids, resolve(file))
  })
  printFacts({ ...end }, options.json)
  if (end.missing > 0) process.exitCode = 1
}
