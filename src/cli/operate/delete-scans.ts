import { readMoment } from '../../api/requests/checks.ts'
import { checkHttpUrl } from '../../api/requests/http-url.ts'
import type { Config } from '../../config.ts'
import type { Erasable } from '../../db/organization/erasures.ts'
import { InvalidInput, NotFound } from '../../errors.ts'
import { countErasable, eraseScans } from '../../jobs/erase-scans.ts'
import { evidenceStoreOf } from '../start/collection.ts'
import { commandActor } from '../start/command-actor.ts'
import { withDatabase } from '../start/start.ts'
import { printFacts } from '../terminal/output.ts'
import { sayIfBytesStay } from './bytes-stay.ts'
import { knownOrg } from './known-org.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export interface WhichScans {
  scan?: string
  url?: string
  before?: string
  org?: string
}

/** `toscan scan delete`: scans with all that hangs on them. Killed on its way, it goes on when it is run again. */
export async function deleteScans(
  config: Config,
  options: WhichScans & { dryRun?: boolean; json?: boolean },
) {
  const erasable = erasableOf(options)
  const evidence = evidenceStoreOf(config)
  const facts = await withDatabase(config, async ({ db }) => {
    const order = { orgId: await knownOrg(db, options.org), erasable, by: commandActor() }
    if (options.dryRun) return { scans: await countErasable(db, order) }
    const erased = await eraseScans({ db, evidence }, order)
    if (erasable.what === 'scan' && erased.scans === 0) throw new NotFound(`there is no scan ${options.scan}`)
    await sayIfBytesStay(db)
    return erased
  })
  printFacts(facts, options.json)
}

/** What the options name. @throws InvalidInput when it is not one thing */
export function erasableOf({ scan, url, before }: WhichScans): Erasable {
  if ([scan, url, before].filter((each) => each !== undefined).length !== 1)
    throw new InvalidInput('name one of --scan <scan_id>, --url <url> and --before <date>')
  if (scan !== undefined) return { what: 'scan', scanId: scanIdOf(scan) }
  if (url !== undefined) {
    const checked = checkHttpUrl(url.includes('://') ? url : `https://${url}`)
    if (!checked.ok) throw new InvalidInput(`${url}: ${checked.msg}`)
    return { what: 'creator', url: checked.href }
  }
  const at = readMoment(before)
  if (at === null) throw new InvalidInput(`--before ${before}: not a date, for example 2026-01-31`)
  return { what: 'before', at }
}

/** The interface shows scans of no batch under the name of a batch; people copy either. @throws InvalidInput */
export function scanIdOf(scan: string): string {
  const scanId = scan.replace(/^single_/, '')
  if (!UUID.test(scanId)) throw new InvalidInput(`${scan} is no scan id`)
  return scanId
}
