import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Opened } from '../src/cli/start/start.ts'
import { startService } from '../test/jobs/service.ts'
import { fillLists } from './fill-lists.ts'
import { keptDatabase, withSession } from './server.ts'
import { sized } from './sized.ts'

const NEIGHBOURS = sized(50, 2)
export const MILLION = sized(1_000_000, 2000)

/** The organization that owns every second scan of what `keptScans` fills. */
export const OURS = 'org_bench'

/**
 * A database with `rows` scans as they lie after a year, filled once and kept; `without_indexes` has the same scans and no index but its primary key.
 * @returns its name, for `startService`
 */
export function keptScans(rows = MILLION): Promise<string> {
  const made = [`${rows} ${NEIGHBOURS}`, ...['fill-lists.ts', 'kept-scans.ts'].map(textOf)].join('\n')
  return keptDatabase(`scans_${rows}`, made, async (url) => {
    const others = Array.from({ length: NEIGHBOURS }, (_, n) => `org_neighbour${n}`)
    await addOrgs(url, [OURS, ...others])
    await fillLists(url, { ours: OURS, others, rows })
    await withSession(url, async (client) => {
      await client.query('create table without_indexes (like scans including defaults)')
      await client.query('insert into without_indexes select * from scans')
      await client.query('alter table without_indexes add primary key (scan_id)')
      await client.query('vacuum analyze without_indexes')
    })
  })
}

/**
 * A database in which `rows` scans of `orgs` organizations and both modes wait, filled once and kept.
 * @returns its name, for `startService`
 */
export function keptQueue(rows: number, orgs: number): Promise<string> {
  return keptDatabase(`queue_${rows}`, `${rows} ${orgs}\n${textOf('kept-scans.ts')}`, async (url) => {
    const names = Array.from({ length: orgs }, (_, n) => `org_waits${n}`)
    await addOrgs(url, names)
    await withSession(url, async (client) => {
      await client.query('set session_replication_role = replica')
      await client.query(
        `insert into scans (scan_id, org_id, profile_url, target_url, scan_mode, created_at)
         select gen_random_uuid(), ($1::text[])[n % cardinality($1) + 1], u, u, (array['quick', 'deep'])[n / cardinality($1) % 2 + 1],
                clock_timestamp() + n * interval '1 microsecond'
           from (select n, 'https://creators.example/' || n as u from generate_series(1, $2::integer) n) made`,
        [names, rows],
      )
      // As the triggers would have left it.
      await client.query(
        `insert into flow_heads (org_id, scan_mode, created_at, scan_id)
         select distinct on (org_id, scan_mode) org_id, scan_mode, created_at, scan_id from scans
          order by org_id, scan_mode, created_at, scan_id`,
      )
      await client.query('vacuum analyze scans')
      await client.query('vacuum analyze flow_heads')
    })
  })
}

/** For one bench and its service, on a copy of what is kept. */
export async function withKept<T>(
  template: string,
  work: (service: Awaited<ReturnType<typeof startService>>, opened: Opened) => Promise<T>,
): Promise<T> {
  const service = await startService({}, { template })
  try {
    return await work(service, service.opened)
  } finally {
    await service.stop()
  }
}

/** Organizations with these ids, and nothing in them. */
export async function addOrgs(url: string, ids: string[]) {
  await withSession(url, async (client) => {
    await client.query(
      `insert into auth_organization (id, name, slug, "createdAt") select i, i, i, now() from unnest($1::text[]) i`,
      [ids],
    )
    await client.query(
      'insert into org_settings (org_id) select i from unnest($1::text[]) i on conflict do nothing',
      [ids],
    )
  })
}

function textOf(file: string): string {
  return readFileSync(join(import.meta.dirname, file), 'utf8')
}
