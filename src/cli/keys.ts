import { createApiKey } from '../auth/create-api-key.ts'
import type { Config } from '../config.ts'
import { keysOfOrg, revokeKey } from '../db/credentials.ts'
import { orgSettings } from '../db/orgs.ts'
import { NotFound } from '../errors.ts'
import { printFacts, printRows } from './output.ts'
import { withDatabase } from './start.ts'

export async function createKeyFor(config: Config, options: { org: string; name: string; json?: boolean }) {
  const created = await withDatabase(config, async ({ db }) => {
    if (!(await orgSettings(db, options.org)))
      throw new NotFound(`There is no organization ${options.org}. List them with: toscan org list`)
    return createApiKey(db, { orgId: options.org, name: options.name, person: null })
  })
  printFacts({ key_id: created.key_id, key: created.key }, options.json)
}

export async function listKeysOf(config: Config, options: { org: string; json?: boolean }) {
  const keys = await withDatabase(config, ({ db }) => keysOfOrg(db, options.org, { includeRevoked: true }))
  if (options.json) console.log(JSON.stringify({ api_keys: keys }))
  else
    printRows(
      keys.map((key) => [
        key.key_id,
        key.name,
        `${key.key_prefix}…${key.key_last4}`,
        key.last_used_at ?? 'never used',
        key.revoked_at ? 'revoked' : 'live',
      ]),
    )
}

export async function revokeKeyOf(config: Config, options: { org: string; key: string; json?: boolean }) {
  const revokedAt = await withDatabase(config, ({ db }) =>
    revokeKey(db, options.org, options.key, 'command line'),
  )
  if (!revokedAt)
    throw new NotFound(
      `${options.org} has no key ${options.key}. List them with: toscan key list --org ${options.org}`,
    )
  printFacts({ key_id: options.key, status: 'revoked', revoked_at: revokedAt }, options.json)
}
