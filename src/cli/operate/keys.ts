import { createApiKey, limitOf } from '../../auth/create-api-key.ts'
import type { Config } from '../../config.ts'
import { recordAct } from '../../db/people/acts.ts'
import { changeKeyLimit, keyOfOrg, keysOfOrg, revokeKey } from '../../db/people/credentials.ts'
import { Conflict, InvalidInput, NotFound } from '../../errors.ts'
import { commandActor } from '../start/command-actor.ts'
import { withDatabase } from '../start/start.ts'
import { printFacts, printRows } from '../terminal/output.ts'
import { knownOrg } from './known-org.ts'
import { readName } from './read-name.ts'

export async function createKeyFor(
  config: Config,
  options: { org: string; name: string; requestsPerMinute?: string; json?: boolean },
) {
  // As the interface takes it.
  const name = readName(options.name, 64)
  const requestsPerMinute = readLimit(options.requestsPerMinute ?? 'none')
  const created = await withDatabase(config, async ({ db }) => {
    await knownOrg(db, options.org)
    return db.transaction().execute(async (tx) => {
      const key = await createApiKey(tx, {
        orgId: options.org,
        name,
        person: null,
        requestsPerMinute,
      })
      const after = { name, ...limitOf({ requests_per_minute: requestsPerMinute }) }
      const act = { orgId: options.org, subject: key.key_id, after }
      await recordAct(tx, commandActor(), { action: 'key.create', ...act })
      return key
    })
  })
  printFacts({ key_id: created.key_id, key: created.key }, options.json)
}

export async function listKeysOf(config: Config, options: { org: string; json?: boolean }) {
  const keys = await withDatabase(config, async ({ db }) => {
    await knownOrg(db, options.org)
    return keysOfOrg(db, options.org, { includeRevoked: true })
  })
  if (options.json) console.log(JSON.stringify({ api_keys: keys }))
  else
    printRows(
      keys.map((key) => [
        key.key_id,
        key.name,
        `${key.key_prefix}…${key.key_last4}`,
        key.last_used_at ?? 'never used',
        key.revoked_at ? 'revoked' : 'live',
        key.requests_per_minute === null ? '' : `${key.requests_per_minute} requests a minute`,
      ]),
    )
}

export async function changeKeyOf(
  config: Config,
  options: { org: string; key: string; requestsPerMinute: string; json?: boolean },
) {
  const requestsPerMinute = readLimit(options.requestsPerMinute)
  const changed = await withDatabase(config, ({ db }) =>
    db.transaction().execute(async (tx) => {
      const before = await keyOfOrg(tx, options.org, options.key)
      if (!before)
        throw new NotFound(
          `${options.org} has no key ${options.key}. List them with: toscan key list --org ${options.org}`,
        )
      const key = await changeKeyLimit(tx, options.org, options.key, requestsPerMinute)
      if (!key) throw new Conflict(`${options.key} is revoked`)
      await recordAct(tx, commandActor(), {
        action: 'key.change',
        orgId: options.org,
        subject: options.key,
        before: { name: before.name, requests_per_minute: before.requests_per_minute },
        after: { requests_per_minute: key.requests_per_minute },
      })
      return key
    }),
  )
  const { key_id, requests_per_minute } = changed
  const limit = requests_per_minute ?? (options.json ? null : 'none')
  printFacts({ key_id, requests_per_minute: limit }, options.json)
}

function readLimit(text: string): number | null {
  if (text === 'none') return null
  const limit = /^\d{1,7}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > 1_000_000)
    throw new InvalidInput('--requests-per-minute must be a number from 1 to 1000000, or none')
  return limit
}

export async function revokeKeyOf(config: Config, options: { org: string; key: string; json?: boolean }) {
  const revokedAt = await withDatabase(config, ({ db }) =>
    db.transaction().execute(async (tx) => {
      const before = await keyOfOrg(tx, options.org, options.key)
      const at = await revokeKey(tx, options.org, options.key, 'command line')
      const act = { orgId: options.org, subject: options.key, before: { name: before?.name } }
      if (before?.revoked_at === null) await recordAct(tx, commandActor(), { action: 'key.revoke', ...act })
      return at
    }),
  )
  if (!revokedAt)
    throw new NotFound(
      `${options.org} has no key ${options.key}. List them with: toscan key list --org ${options.org}`,
    )
  printFacts({ key_id: options.key, status: 'revoked', revoked_at: revokedAt }, options.json)
}
