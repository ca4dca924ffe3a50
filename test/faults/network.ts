import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { NETWORK_FAULTS } from '../support/fault-door.ts'
import { type Row, type Stage, underFault } from './stage.ts'

const ALL = [...NETWORK_FAULTS, 'read-only', 'exhausted']

/** Every way in which a database goes away: on the network, and as a server that no longer writes or takes anybody in. */
export async function* network(
  stage: Stage,
  { profiles, seconds, faults = ALL }: { profiles: number; seconds: number; faults?: readonly string[] },
): AsyncGenerator<Row> {
  for (const fault of faults) {
    const bring = async () => {
      const end = await begin(stage, fault)
      // So long it lasts.
      await pause(seconds * 1000)
      await end()
    }
    yield await underFault(stage, fault, { profiles, bring })
  }
}

async function begin(stage: Stage, fault: string): Promise<() => Promise<void>> {
  if (fault === 'read-only') return readOnly(stage)
  if (fault === 'exhausted') return exhausted(stage)
  const known = NETWORK_FAULTS.find((each) => each === fault)
  if (!known) throw new Error(`There is no fault ${fault}.`)
  await stage.door.begin(known)
  return () => stage.door.end()
}

/** As a primary that has become a replica. */
async function readOnly({ service }: Stage) {
  const admin = await administrator(service.opened.url)
  const { rows } = await admin.query('select current_database() as name')
  const set = async (value: 'on' | 'off') => {
    await admin.query('set default_transaction_read_only = off')
    await admin.query(`alter database ${rows[0].name} set default_transaction_read_only = ${value}`)
    await cutOthers(admin)
  }
  await set('on')
  return async () => {
    await set('off')
    await admin.end()
  }
}

/** All of the server's connections are somebody else's. */
async function exhausted({ service }: Stage) {
  const admin = await administrator(service.opened.url)
  await cutOthers(admin)
  const taken: Client[] = [admin]
  // Whoever was cut comes again at once: two refusals in a row say that nobody gets in.
  for (let refused = 0; refused < 2; ) {
    const client = await administrator(service.opened.url).catch(() => null)
    refused = client ? 0 : refused + 1
    if (client) taken.push(client)
  }
  return async () => {
    await Promise.all(taken.map((client) => client.end()))
  }
}

async function administrator(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
}

async function cutOthers(admin: Client) {
  await admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
}
