import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { asOurOwn } from '../connect/outage.ts'
import type { Tx } from '../database.ts'

const LEASE_SECONDS = 15
const RENEW_MS = 5_000

/**
 * Requests of the whole deployment to each host, `most` at once. A worker's requests hold as long as it lives and renews
 * them: a killed one's are free after 15 s.
 */
export function createHostRequests(db: Tx, most: number) {
  const workerId = randomUUID()
  const entered = new Set<string>()
  let renewal: NodeJS.Timeout | null = null

  const renew = async () => {
    // What cannot be renewed now is tried again before the lease ends.
    await renewHostRequests(db, workerId).catch(() => {})
  }

  return {
    async enter(host: string): Promise<string | null> {
      const { rows } = await sql<{ id: string | null }>`
        select enter_host(${host}, ${most}, ${workerId}::uuid, make_interval(secs => ${LEASE_SECONDS}))::text as id`
        .execute(db)
        .catch(asOurOwn)
      const id = rows[0]?.id ?? null
      if (id === null) return null
      entered.add(id)
      renewal ??= setInterval(renew, RENEW_MS).unref()
      return id
    },
    async leave(id: string): Promise<void> {
      entered.delete(id)
      if (entered.size === 0 && renewal !== null) {
        clearInterval(renewal)
        renewal = null
      }
      await sql`delete from host_requests where request_id = ${id}::bigint`.execute(db).catch(asOurOwn)
    },
  }
}

async function renewHostRequests(db: Tx, workerId: string) {
  await sql`
    update host_requests set lease_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
     where worker_id = ${workerId}::uuid`.execute(db)
}

/** What killed workers left of hosts that nobody has asked since. */
export async function deleteLostHostRequests(db: Tx) {
  await sql`delete from host_requests where lease_until < clock_timestamp()`.execute(db)
}
