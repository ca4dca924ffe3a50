import { randomBytes } from 'node:crypto'
import { newId } from '../../auth/ids.ts'
import { newWebhookSecret } from '../../auth/tokens.ts'
import { createVault } from '../../auth/vault.ts'
import type { Config } from '../../config.ts'
import type { Tx } from '../../db/database.ts'
import { setDailyModelBudget } from '../../db/organization/model-spending.ts'
import { insertOrg, listOrgs, setDailyLimit } from '../../db/organization/orgs.ts'
import { recordAct } from '../../db/people/acts.ts'
import { InvalidInput } from '../../errors.ts'
import { commandActor } from '../start/command-actor.ts'
import { type Opened, withDatabase } from '../start/start.ts'
import { printFacts, printRows } from '../terminal/output.ts'
import { readName } from './read-name.ts'

export async function createOrg(
  config: Config,
  options: { name: string; dailyLimit?: string; json?: boolean },
) {
  const name = readName(options.name, 200)
  const dailyLimit =
    options.dailyLimit === undefined ? (config.dailyScanLimit ?? null) : readLimit(options.dailyLimit)
  const orgId = await withDatabase(config, (opened) => addOrg(opened, name, dailyLimit))
  printFacts({ org_id: orgId }, options.json)
}

export async function setOrg(
  config: Config,
  options: { org: string; dailyLimit?: string; dailyModelBudget?: string; json?: boolean },
) {
  const limit = options.dailyLimit === undefined ? undefined : readLimit(options.dailyLimit)
  const budget = options.dailyModelBudget === undefined ? undefined : readDollars(options.dailyModelBudget)
  if (limit === undefined && budget === undefined)
    throw new InvalidInput('Say what to set: --daily-limit or --daily-model-budget')
  await withDatabase(config, ({ db }) =>
    db.transaction().execute(async (tx) => {
      if (limit !== undefined) await setDailyLimit(tx, options.org, limit)
      if (budget !== undefined) await setDailyModelBudget(tx, options.org, budget)
      await recordAct(tx, commandActor(), {
        action: 'limits.change',
        orgId: options.org,
        subject: null,
        after: {
          ...(limit !== undefined && { daily_limit: limit }),
          ...(budget !== undefined && { daily_model_budget_usd: budget }),
        },
      })
    }),
  )
  printFacts(
    {
      org_id: options.org,
      ...(limit !== undefined && { daily_limit: limit }),
      ...(budget !== undefined && { daily_model_budget_usd: budget }),
    },
    options.json,
  )
}

export async function listOrganizations(config: Config, options: { json?: boolean }) {
  const orgs = await withDatabase(config, ({ db }) => listOrgs(db))
  if (options.json) console.log(JSON.stringify({ orgs }))
  else
    printRows(orgs.map((org) => [org.org_id, org.name, org.daily_scan_limit ?? 'no limit', org.created_at]))
}

/** Makes an organization with its settings and its first webhook secret. */
export function addOrg({ db, secretKey }: Opened, name: string, dailyLimit: number | null): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const orgId = await makeOrg(tx, { name, dailyLimit, secretKey })
    const act = { orgId, subject: orgId, after: { name, daily_limit: dailyLimit } }
    await recordAct(tx, commandActor(), { action: 'org.create', ...act })
    return orgId
  })
}

/** In the caller's transaction. */
export async function makeOrg(
  tx: Tx,
  { name, dailyLimit, secretKey }: { name: string; dailyLimit: number | null; secretKey: string },
): Promise<string> {
  const orgId = newId('org')
  const slug = `${name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)}-${randomBytes(4).toString('hex')}`
  const sealedSecret = createVault(secretKey).seal(newWebhookSecret())
  await insertOrg(tx, { orgId, name, slug, dailyLimit, secretId: newId('whs'), sealedSecret })
  return orgId
}

function readDollars(text: string): number | null {
  if (text === 'none') return null
  if (!/^\d{1,6}(\.\d{1,6})?$/.test(text))
    throw new InvalidInput('--daily-model-budget must be US dollars such as 5 or 0.25, or none')
  return Number(text)
}

function readLimit(text: string): number | null {
  if (text === 'none') return null
  if (!/^\d{1,9}$/.test(text)) throw new InvalidInput('--daily-limit must be a whole number or none')
  return Number(text)
}
