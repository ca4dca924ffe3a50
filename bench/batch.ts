import { randomUUID } from 'node:crypto'
import { startService } from '../test/jobs/service.ts'
import { type Row, round, timed } from './measure.ts'

const URLS = 10_000
const ROUNDS = 4

/** One POST of 10,000 URLs. The floor inserts the same rows into the same table by one bare statement. */
export async function batch(): Promise<Row[]> {
  const service = await startService()
  const { orgId, key } = await service.org()
  const api = await service.api()
  const urls = (round: number) =>
    Array.from(
      { length: URLS },
      (_, index) => `https://creators.example/round${round}/alice-paints-harbours-${index}`,
    )
  const table: Row[] = []
  for (let turn = 1; turn <= ROUNDS; turn++) {
    const list = urls(turn)
    const bare = await timed(() =>
      service.opened.pool.query(
        `insert into scans (scan_id, org_id, profile_url, target_url, scan_mode, created_at)
         select gen_random_uuid(), $1, u, u, 'quick', clock_timestamp() from unnest($2::text[]) u`,
        [orgId, list],
      ),
    )
    const request = await timed(async () => {
      const response = await fetch(`${api.url}/api/v2/batch/quick`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ profile_urls: list, metadata: { batch: randomUUID() } }),
      })
      if (response.status !== 200) throw new Error(await response.text())
      await response.arrayBuffer()
    })
    table.push({
      round: turn,
      'bare insert ms': round(bare.ms, 0),
      'POST /batch ms': round(request.ms, 0),
      ratio: round(request.ms / bare.ms),
    })
  }
  await service.stop()
  return table
}
