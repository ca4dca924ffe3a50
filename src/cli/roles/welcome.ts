import { randomBytes } from 'node:crypto'
import { createApiKey } from '../../auth/create-api-key.ts'
import { createVault } from '../../auth/vault.ts'
import type { Config } from '../../config.ts'
import type { Tx } from '../../db/database.ts'
import { firstStart, lockFirstStart, setFirstStart } from '../../db/deployment/first-start.ts'
import { recordAct, SERVICE } from '../../db/people/acts.ts'
import { type Credentials, showCredentials } from '../operate/first-start.ts'
import { makeOrg } from '../operate/orgs.ts'
import { makeUser } from '../operate/users.ts'
import type { Opened } from '../start/start.ts'

/**
 * Where there is no organization yet, makes a first one, so that a newcomer can sign in and call the API at once, and prints its
 * credentials. They are made whole or not at all, and kept sealed until they were printed: a start that was
 * killed, or whose output nobody reads, is made up for by the next, or by `toscan first-start`.
 */
export async function welcome(config: Config, { db, secretKey }: Opened) {
  const { hasOrgs, unshown } = await firstStart(db)
  if (hasOrgs && unshown === null) return
  const credentials = await db.transaction().execute((tx) => credentialsToShow(tx, config, secretKey))
  if (credentials === null) return
  const reason = await showCredentials({ db }, credentials)
  if (reason !== null)
    console.error(
      `First start: the sign-in and the API key could not be shown (${reason}). They are kept: see them with \`toscan first-start\`, or at the next start.`,
    )
}

async function credentialsToShow(tx: Tx, config: Config, secretKey: string): Promise<Credentials | null> {
  const vault = createVault(secretKey)
  await lockFirstStart(tx)
  // Two that start at once: the second sees what the first has made.
  const { hasOrgs, unshown } = await firstStart(tx)
  if (unshown !== null) return JSON.parse(vault.open(unshown))
  if (hasOrgs) return null
  const made = await makeFirst(tx, secretKey, config.dailyScanLimit ?? null)
  await setFirstStart(tx, vault.seal(JSON.stringify(made)))
  return made
}

async function makeFirst(tx: Tx, secretKey: string, dailyLimit: number | null): Promise<Credentials> {
  const email = 'admin@toscan.local'
  const password = randomBytes(12).toString('base64url')
  const orgId = await makeOrg(tx, { name: 'First organization', dailyLimit, secretKey })
  const userId = await makeUser(tx, { org: orgId, email, password, role: 'admin' })
  const { key, key_id, name } = await createApiKey(tx, { orgId, name: 'First key', person: null })
  await recordAct(tx, SERVICE, { action: 'org.create', orgId, subject: orgId })
  await recordAct(tx, SERVICE, {
    action: 'member.add',
    orgId,
    subject: userId,
    after: { email, role: 'admin' },
  })
  await recordAct(tx, SERVICE, { action: 'key.create', orgId, subject: key_id, after: { name } })
  return { orgId, email, password, key }
}
