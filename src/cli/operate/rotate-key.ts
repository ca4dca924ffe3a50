import { text } from 'node:stream/consumers'
import { createVault, markOfKey, newKey, placeNextKey, settleNextKey } from '../../auth/vault.ts'
import type { Config } from '../../config.ts'
import { otherConnections } from '../../db/connect/at-work.ts'
import { inOneTransaction } from '../../db/deployment/copy-tables.ts'
import { changeSealedSecrets, lockKeyMark } from '../../db/deployment/key-mark.ts'
import { recordActOn } from '../../db/people/acts.ts'
import { Conflict, InvalidInput } from '../../errors.ts'
import { commandActor } from '../start/command-actor.ts'
import { withDatabase } from '../start/start.ts'
import { printFacts } from '../terminal/output.ts'

/**
 * `toscan rotate-key`: every stored secret is sealed with a new instance key, all or none. With the embedded database the key is made and
 * put into the data folder; with a database of one's own it comes from standard input and is set by its operator afterwards.
 */
export async function rotateKey(config: Config, options: { json?: boolean }) {
  const given = config.secretKey ? await readKey() : null
  const facts = await withDatabase(config, async ({ url, secretKey, db }) => {
    const key = given ?? newKey()
    if (key === secretKey)
      throw new InvalidInput('This is the key that is in force. Make another: openssl rand -hex 32')
    // Ours is needed no longer: whoever else is connected works with the old key.
    await db.destroy()
    const [old, next] = [createVault(secretKey), createVault(key)]
    const secrets = await inOneTransaction(url, async (client) => {
      if ((await lockKeyMark(client)) !== markOfKey(secretKey))
        throw new Conflict('The key was changed meanwhile, by another process. Nothing was done.')
      const others = await otherConnections(client)
      if (others > 0)
        throw new Conflict(
          'Processes of this installation are running, and would go on with the old key. Stop them first.',
        )
      // Behind the lock: a key that somebody else has placed may be the one that the database is being sealed with.
      if (given === null) placeNextKey(config.dataDir, key)
      await recordActOn(client, commandActor(), {
        action: 'instance_key.rotate',
        orgId: null,
        subject: null,
        before: { key_mark: markOfKey(secretKey) },
        after: { key_mark: markOfKey(key) },
      })
      return changeSealedSecrets(client, (sealed) => next.seal(old.open(sealed)), markOfKey(key))
    })
    if (given === null) settleNextKey(config.dataDir, markOfKey(key))
    return { secrets }
  })
  printFacts(facts, options.json)
  if (given !== null) console.error('Set TOSCAN_SECRET_KEY to the new key, everywhere, before you start.')
  console.error('Everybody signs in again; API keys and webhook secrets stay.')
}

async function readKey(): Promise<string> {
  const key = (await text(process.stdin)).trim()
  if (!/^[0-9a-f]{64}$/i.test(key))
    throw new InvalidInput(
      'Give the new key on standard input, 64 hex characters, and keep it: openssl rand -hex 32 | tee new.key | toscan rotate-key',
    )
  return key.toLowerCase()
}
