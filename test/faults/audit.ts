import assert from 'node:assert/strict'
import { type Receiver, rows, type Service } from '../jobs/service.ts'
import { until } from '../support/until.ts'

/** What became of a batch; `lost`, `doubled` and `missing` have to be 0. */
export interface Audit {
  accepted: number
  /** Scans that ended. */
  ended: number
  /** Accepted, and no row. */
  lost: number
  /** Scans with two webhooks, and webhooks with two bodies. */
  doubled: number
  /** Webhooks that never came, and pages that reports cite and nobody has. */
  missing: number
}

/**
 * Looks over everything that an organization's scans left, once all have ended and their webhooks have come.
 * @param known scans whose acceptance somebody was told; others may have been accepted while the answer was lost
 * @throws when something is lost, doubled, missing, miscounted or left over
 */
export async function audit(
  service: Service,
  receiver: Receiver,
  { orgId, known, env = {} }: { orgId: string; known: readonly string[]; env?: Record<string, string> },
): Promise<Audit> {
  const scans = await rows<{ scan_id: string; status: string }>(
    service,
    'select scan_id, status from scans where org_id = $1',
    [orgId],
  )
  const ids = new Set(scans.map(({ scan_id }) => scan_id))
  const path = `/${orgId}`
  const told = new Set<string>()
  let heard = 0
  const hear = () => {
    // Each once: there are thousands, and a parse of all at every look would hold up whoever else is tested in this process.
    for (const got of receiver.got.slice(heard))
      if (got.path === path) told.add(JSON.parse(String(got.body)).scan_id)
    heard = receiver.got.length
    return told.size
  }
  await until('every webhook has come', () => hear() >= scans.length, 90).catch(() => {})

  const bodies = new Map<string, string>()
  let twoBodies = 0
  for (const { headers, body } of receiver.got.filter((got) => got.path === path)) {
    const id = headers['webhook-id'] ?? ''
    if ((bodies.get(id) ?? String(body)) !== String(body)) twoBodies++
    bodies.set(id, String(body))
  }
  const twice = await rows(
    service,
    'select scan_id from webhook_deliveries where org_id = $1 group by scan_id having count(*) > 1',
    [orgId],
  )
  const { missing, corrupt } = await service.verifyEvidence(env)
  const completed = scans.filter(({ status }) => status === 'completed').length
  const found: Audit = {
    accepted: scans.length,
    ended: scans.filter(({ status }) => status !== 'processing').length,
    lost: known.filter((id) => !ids.has(id)).length,
    doubled: twoBodies + twice.length,
    missing: missing + corrupt + [...ids].filter((id) => !told.has(id)).length,
  }
  assert.deepEqual(found, { ...found, ended: scans.length, lost: 0, doubled: 0, missing: 0 })
  assert.deepEqual(
    [...told].filter((id) => !ids.has(id)),
    [],
    'webhooks of nobody',
  )
  const [org] = await rows<{ counted: number }>(
    service,
    'select scans_completed(org_id)::integer as counted from org_settings where org_id = $1',
    [orgId],
  )
  assert.equal(org?.counted, completed, 'the counter of completed scans')
  await nothingLeft(service)
  return found
}

/** A claim that has done its work may be settled a moment later; what a killed process held lapses after 15 s. */
async function nothingLeft(service: Service) {
  const count = () =>
    rows<Record<string, number>>(
      service,
      `select (select count(*)::integer from scans where worker_id is not null and status <> 'processing') as claims,
              (select count(*)::integer from running_scans) as running,
              (select count(*)::integer from scan_steps join scans using (scan_id) where status <> 'processing' and step <> 'analysis') as steps,
              (select count(*)::integer from webhook_deliveries where status = 'pending') as deliveries,
              (select count(*)::integer from host_requests where lease_until > clock_timestamp()) as slots,
              (select count(*)::integer from webhook_queue) as queued,
              (select count(*)::integer from webhook_claims) as delivering`,
    )
  const nothing = { claims: 0, running: 0, steps: 0, deliveries: 0, slots: 0, queued: 0, delivering: 0 }
  let left: unknown
  await until(
    'nothing is left',
    async () => {
      ;[left] = await count()
      return JSON.stringify(left) === JSON.stringify(nothing)
    },
    60,
  ).catch(() => assert.deepEqual(left, nothing, 'left over'))
}
