import { Agent, createServer, request } from 'node:http'
import { setDailyLimit } from '../src/db/orgs.ts'
import { startService } from '../test/jobs/service.ts'
import { quantile, type Row, round } from './measure.ts'

const SUBMISSIONS = 3000
const CLIENTS = 32
const SCANS_OF_THE_DAY = 50_000

/** Single submissions by 32 clients, without and with a daily limit. The floor is a route that reads the same request and keeps nothing. */
export async function submit(): Promise<Row[]> {
  const service = await startService()
  const { db, pool } = service.opened
  const { orgId, key } = await service.org()
  const api = await service.api()
  const bare = await startBare()
  await run(bare.url)
  const floor = await run(bare.url)
  bare.close()
  await run(api.url)
  const table: Row[] = [shown('route without a database (floor)', floor)]
  table.push(shown('no daily limit', await run(api.url)))
  await setDailyLimit(db, orgId, 10_000_000)
  table.push(shown('daily limit', await run(api.url)))
  await pool.query(
    `insert into scans (scan_id, org_id, profile_url, target_url, scan_mode, status, created_at)
     select gen_random_uuid(), $1, u, u, 'quick', 'completed', clock_timestamp()
       from (select 'https://creators.example/' || n as u from generate_series(1, ${SCANS_OF_THE_DAY}) n) made`,
    [orgId],
  )
  await pool.query('vacuum analyze scans')
  await setDailyLimit(db, orgId, 10_000_000)
  table.push(shown(`daily limit, ${SCANS_OF_THE_DAY} scans of the day more`, await run(api.url)))
  await service.stop()
  return table

  async function run(url: string) {
    const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
    const took: number[] = []
    const started = performance.now()
    let sent = 0
    const client = async () => {
      while (sent++ < SUBMISSIONS) {
        const began = performance.now()
        await post(agent, `${url}/api/v2/scan/quick`, key, `https://creators.example/alice${sent}`)
        took.push(performance.now() - began)
      }
    }
    await Promise.all(Array.from({ length: CLIENTS }, client))
    agent.destroy()
    return { took, perSecond: SUBMISSIONS / ((performance.now() - started) / 1000) }
  }

  function shown(what: string, { took, perSecond }: { took: number[]; perSecond: number }): Row {
    return {
      what,
      'per second': round(perSecond, 0),
      'p50 ms': quantile(took, 0.5),
      'p99 ms': quantile(took, 0.99),
      ratio: round(perSecond / floor.perSecond),
    }
  }
}

function post(agent: Agent, url: string, key: string, profileUrl: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method: 'POST', headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`HTTP ${response.statusCode}`))
      response.resume().on('end', resolve)
    })
    sent.on('error', reject)
    sent.end(JSON.stringify({ profile_url: profileUrl }))
  })
}

async function startBare() {
  const server = createServer(async (incoming, response) => {
    let text = ''
    for await (const chunk of incoming) text += chunk
    const { profile_url: url } = JSON.parse(text)
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ profile_url: url }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}
