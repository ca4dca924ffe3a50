import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import { orgName } from '../../db/organization/orgs.ts'
import { membersOfOrg } from '../../db/people/members.ts'
import { InvalidInput } from '../../errors.ts'
import { deleteOrg, everythingOf } from '../../jobs/delete-org.ts'
import { countErasable } from '../../jobs/erase-scans.ts'
import { evidenceStoreOf } from '../start/collection.ts'
import { commandActor } from '../start/command-actor.ts'
import { withDatabase } from '../start/start.ts'
import { printFacts } from '../terminal/output.ts'
import { sayIfBytesStay } from './bytes-stay.ts'
import { unknownOrg } from './known-org.ts'

/**
 * `toscan org delete`: an organization with all that is its own, with the service running or not. Its name is asked for beside its id, since ids look alike and nothing brings it
 * back. Killed on its way, it goes on when it is run again.
 */
export async function removeOrg(
  config: Config,
  options: { org: string; name?: string; dryRun?: boolean; json?: boolean },
) {
  const evidence = evidenceStoreOf(config)
  const facts = await withDatabase(config, async ({ db }) => {
    const name = await orgName(db, options.org)
    if (name === undefined) throw unknownOrg(options.org)
    if (options.dryRun) return { org_id: options.org, name, ...(await countOf(db, options.org)) }
    if (options.name !== name)
      throw new InvalidInput(
        `Organization ${options.org} is called ${JSON.stringify(name)}. Say so with --name, for nothing brings it back; --dry-run only counts.`,
      )
    const gone = await deleteOrg({ db, evidence }, options.org, commandActor())
    await sayIfBytesStay(db)
    return { org_id: options.org, ...gone }
  })
  printFacts(facts, options.json)
}

async function countOf(db: Db, orgId: string) {
  return {
    scans: await countErasable(db, everythingOf(orgId, commandActor())),
    members: (await membersOfOrg(db, orgId)).length,
  }
}
