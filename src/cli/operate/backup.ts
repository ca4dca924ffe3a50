import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { existingKey, markOfKey, placeKey } from '../../auth/vault.ts'
import { readBackup, readHead } from '../../backup/read-backup.ts'
import { writeBackup } from '../../backup/write-backup.ts'
import type { Config } from '../../config.ts'
import { migrateAt, migrationNames } from '../../db/database.ts'
import { appliedMigrations, inOneTransaction, isInUse } from '../../db/deployment/copy-tables.ts'
import { letGo, pendingDeliveries } from '../../db/deployment/held.ts'
import { recordAct } from '../../db/people/acts.ts'
import { prepareDataFolder } from '../../db/server/data-folder.ts'
import { emptyQueue } from '../../db/webhooks/waiting-attempts.ts'
import { Conflict, InvalidInput, NotFound } from '../../errors.ts'
import { deliveriesWait } from '../../jobs/deliveries-wait.ts'
import { evidenceStoreOf } from '../start/collection.ts'
import { commandActor } from '../start/command-actor.ts'
import { MIGRATIONS, openConfigured, withDatabase } from '../start/start.ts'
import { printFacts } from '../terminal/output.ts'

/** `toscan backup FILE`: all of an installation in one file, while it runs. Exit code 1 when a page was not to be had. */
export async function backUp(config: Config, file: string, options: { key: boolean; json?: boolean }) {
  const evidence = evidenceStoreOf(config)
  const end = await withDatabase(config, async ({ db, url, secretKey }) => {
    // Before there is a file: none leaves without a word.
    await recordAct(db, commandActor(), {
      action: 'backup.write',
      orgId: null,
      subject: null,
      after: { with_key: options.key },
    })
    return writeBackup({ db, url, evidence, key: secretKey }, resolve(file), { withKey: options.key })
  })
  for (const sha256 of end.missing) console.error(`missing: ${sha256}`)
  printFacts({ rows: end.rows, objects: end.objects, missing: end.missing.length }, options.json)
  if (end.missing.length > 0) process.exitCode = 1
}

/** `toscan restore FILE`: a backup into a new installation, which scans and sends nothing until `toscan release`. */
export async function restore(config: Config, file: string, options: { json?: boolean }) {
  const path = resolve(file)
  if (!existsSync(path)) throw new NotFound(`there is no file ${path}`)
  const { manifest, key } = await readHead(path)
  if (!migrationNames(MIGRATIONS).includes(manifest.schema))
    throw new InvalidInput(`${path} was made by a later version of Toscan. Restore it with that version.`)
  takeKey(config, manifest.key_mark, key)
  const evidence = evidenceStoreOf(config)
  await evidence.check()

  const opened = await openConfigured(config, { schema: manifest.schema })
  try {
    const end = await inOneTransaction(opened.url, async (client) => {
      if (await isInUse(client))
        throw new Conflict(
          'There is an installation here already. Restore into a new data folder or database.',
        )
      if ((await appliedMigrations(client)).at(-1) !== manifest.schema)
        throw new Conflict(
          'The database has a later schema than the backup. Restore into a new, empty database.',
        )
      return readBackup({ client, evidence }, path, manifest)
    })
    await migrateAt(opened.directUrl, MIGRATIONS)
    await recordAct(opened.db, commandActor(), {
      action: 'backup.restore',
      orgId: null,
      subject: null,
      after: { rows: end.rows, objects: end.objects },
    })
    printFacts({ rows: end.rows, objects: end.objects, missing: end.missing.length }, options.json)
    console.error('Nothing is scanned and no webhook is sent from this copy until `toscan release`.')
  } finally {
    await opened.close()
  }
}

/** `toscan release`: a restored copy begins to scan and to send what is due. */
export async function release(config: Config, options: { json?: boolean }) {
  const deliveries = await withDatabase(config, ({ db }) =>
    db.transaction().execute(async (tx) => {
      if (!(await letGo(tx))) throw new Conflict('This is no restored copy: nothing is held back.')
      // What the queue says is of when the backup was made.
      await emptyQueue(tx)
      const pending = await pendingDeliveries(tx)
      await deliveriesWait.enqueueDeliveries(
        tx,
        pending.map(({ delivery_id: deliveryId, attempt_count: made, url, due_in: afterSeconds }) => ({
          job: { deliveryId, attempt: made + 1, trigger: 'scheduled' },
          url,
          afterSeconds,
          slow: made > 0,
        })),
      )
      await recordAct(tx, commandActor(), { action: 'copy.release', orgId: null, subject: null })
      return pending.length
    }),
  )
  printFacts({ deliveries }, options.json)
}

/** The key that the backup's secrets are sealed with is at hand, or we say where it has to be. */
function takeKey(config: Config, mark: string, backedUp: string | null) {
  const given = config.secretKey ?? existingKey(config.dataDir)
  const key = given ?? backedUp
  if (key === null)
    throw new InvalidInput(
      `The backup was made without its key. Put the instance key into ${config.dataDir}/instance.key first.`,
    )
  if (markOfKey(key) !== mark)
    throw new InvalidInput(
      config.secretKey
        ? 'TOSCAN_SECRET_KEY is not the key of the installation that was backed up. Set the one that was.'
        : `instance.key in ${config.dataDir} is not the key of the installation that was backed up. Put the one there that was.`,
    )
  if (given !== null) return
  prepareDataFolder(config.dataDir)
  placeKey(config.dataDir, key)
}
