import { readMoment } from '../../api/requests/checks.ts'
import type { Config } from '../../config.ts'
import { heldSince } from '../../db/deployment/held.ts'
import type { TimePosition } from '../../db/statements/time-page.ts'
import {
  countUndelivered,
  reopenDelivery,
  reopenUndelivered,
  searchDeliveries,
  type Undelivered,
} from '../../db/webhooks/deliveries.ts'
import { Conflict, InvalidInput, NotFound } from '../../errors.ts'
import { deliveriesWait } from '../../jobs/deliveries-wait.ts'
import { queueAgain } from '../../webhooks/queue-again.ts'
import { receiverHost } from '../../webhooks/receiver-host.ts'
import { commandActor } from '../start/command-actor.ts'
import { type Opened, withDatabase } from '../start/start.ts'
import { printFacts, printRows } from '../terminal/output.ts'
import { scanIdOf } from './delete-scans.ts'
import { knownOrg } from './known-org.ts'

/** So many are reopened by one transaction. */
const BATCH = 1000

/** `toscan webhooks list`: deliveries of the whole deployment, the newest first. */
export async function listWebhooks(
  config: Config,
  options: { org?: string; status?: string; host?: string; scan?: string; limit: string; json?: boolean },
) {
  const limit = Number(options.limit)
  if (!Number.isInteger(limit) || limit < 1)
    throw new InvalidInput(`--limit ${options.limit}: not a number from 1 on`)
  const scanId = options.scan === undefined ? null : scanIdOf(options.scan)
  const deliveries = await withDatabase(config, async ({ db }) =>
    searchDeliveries(
      db,
      {
        orgId: await knownOrg(db, options.org),
        status: options.status ?? null,
        scanId,
        host: hostOf(options.host),
      },
      limit,
    ),
  )
  if (options.json) console.log(JSON.stringify({ deliveries }))
  else
    printRows(
      deliveries.map((row) => [
        row.created_at,
        row.org_id,
        row.delivery_id,
        row.status,
        row.attempt_count,
        row.last_status_code ?? row.last_error ?? '-',
        receiverHost(row.url),
        row.scan_id ?? '-',
      ]),
    )
}

/** `toscan webhooks resend <delivery_id>`: one attempt more, also of what has arrived. */
export async function resendWebhook(config: Config, deliveryId: string, options: { json?: boolean }) {
  await withReleased(config, async ({ db }) => {
    const again = { action: 'webhook.resend', by: commandActor() } as const
    const queued = await queueAgain(db, deliveriesWait, again, async (tx) =>
      [(await reopenDelivery(tx, null, deliveryId)) ?? []].flat(),
    )
    if (queued.length === 0)
      throw new NotFound(`There is no delivery ${deliveryId}. List them with: toscan webhooks list`)
  })
  printFacts({ delivery_id: deliveryId, status: 'queued' }, options.json)
}

/**
 * `toscan webhooks recover`: all that has failed or was skipped since a moment, the oldest first. Killed on its way, it goes on
 * when it is run again.
 */
export async function recoverWebhooks(
  config: Config,
  options: { since: string; org?: string; host?: string; dryRun?: boolean; json?: boolean },
) {
  const since = readMoment(options.since)
  if (since === null)
    throw new InvalidInput(
      `--since ${options.since}: not a date, for example 2026-01-31 or 2026-01-31T08:00:00Z`,
    )
  const of = async ({ db }: Opened): Promise<Undelivered> => ({
    orgId: await knownOrg(db, options.org),
    since,
    host: hostOf(options.host),
  })
  if (options.dryRun) {
    const matching = await withDatabase(config, async (opened) =>
      countUndelivered(opened.db, await of(opened)),
    )
    return printFacts({ matching }, options.json)
  }
  const resent = await withReleased(config, async (opened) => queueAll(opened, await of(opened)))
  printFacts({ resent }, options.json)
}

/** Each once: what fails again meanwhile lies behind. */
async function queueAll({ db }: Opened, which: Undelivered): Promise<number> {
  let after: TimePosition | null = null
  let count = 0
  for (;;) {
    const again = { action: 'webhook.recover', by: commandActor(), since: which.since } as const
    const batch = await queueAgain(db, deliveriesWait, again, (tx) =>
      reopenUndelivered(tx, { ...which, after }, BATCH),
    )
    count += batch.length
    const last = batch.at(-1)
    if (batch.length < BATCH || !last) return count
    after = { at: last.created_at, id: last.delivery_id }
  }
}

/** @throws Conflict in a restored copy that is to send nothing yet */
function withReleased<T>(config: Config, work: (opened: Opened) => Promise<T>): Promise<T> {
  return withDatabase(config, async (opened) => {
    if ((await heldSince(opened.db)) !== null)
      throw new Conflict('This is a restored copy, which sends nothing until it is released: toscan release')
    return work(opened)
  })
}

function hostOf(host: string | undefined): string | null {
  if (host === undefined) return null
  return receiverHost(host.includes('://') ? host : `https://${host}`)
}
