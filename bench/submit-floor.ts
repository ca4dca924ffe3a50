import fastify from 'fastify'
import { Pool } from 'pg'

/**
 * What single submissions are set against, in a process of its own, as the service is: `/bare` reads the same request, asks nobody who sent it and
 * whether it makes sense, and keeps nothing; `/naive` counts and inserts by one statement for each. Prints its origin.
 */
const app = fastify({ logger: false })
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 20 })

const NAIVE = `with counted as (
    update org_daily_usage set used = used + 1
     where org_id = $1 and day = (now() at time zone 'UTC')::date and used < 10000000 returning 1)
  insert into scans (scan_id, org_id, profile_url, target_url, scan_mode, created_at)
  select time_ordered_uuid(), $1, $2, $2, 'quick', clock_timestamp() from counted returning scan_id, created_at`

interface Sent {
  Body: { profile_url: string }
}

const answerOf = (scanId: string, at: Date) => ({
  scan_id: scanId,
  status: 'processing',
  submitted_at: at.toISOString(),
  estimated_completion: new Date(at.getTime() + 30_000).toISOString(),
  scan_mode: 'quick',
})

app.post<Sent>('/bare', async ({ body }) => answerOf(body.profile_url, new Date()))
app.post<Sent>('/naive', async ({ body }) => {
  const { rows } = await pool.query<{ scan_id: string; created_at: Date }>({
    name: 'naive',
    text: NAIVE,
    values: [process.env.BENCH_ORG, body.profile_url],
  })
  const [row] = rows
  if (!row) throw new Error('the day is full')
  return answerOf(row.scan_id, row.created_at)
})
console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
