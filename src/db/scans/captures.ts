import { sql } from 'kysely'
import type { CapturedRow } from '../../evidence/manifest.ts'
import type { Tx } from '../database.ts'
import { FLUSHED_WITH_NEXT } from '../statements/flushed-with-next.ts'
import { FEW, ofAnyLength, prepared } from '../statements/prepared.ts'
import { togetherBy } from '../statements/together.ts'
import { deleteCapturesWithWords } from './judged-words.ts'
import { STILL_PROCESSING } from './still-processing.ts'

export type CaptureKind = 'answer' | 'rendered' | 'screenshot' | 'picture'

export interface Capture {
  kind: CaptureKind
  url: string
  finalUrl: string
  redirects: { url: string; status: number; location: string; kind: string }[]
  status: number
  headers: Record<string, string>
  /** How it was asked for, as JSON that PostgreSQL takes; null where that is not known. */
  exchange?: string | null
  identity: 'declared' | 'browser'
  /** ISO 8601. */
  fetchedAt: string
  sha256: string
  bytes: number
  truncated: boolean
}

/** A capture that became evidence, as the end of its scan names it. */
export interface KeptCapture {
  ref: string
  sha256: string
  captured_at: string
  withheld: boolean
}

const capturedRow = sql`
  c.ref, c.kind, c.url, c.final_url, c.redirects, c.status, c.headers, c.identity, c.fetched_at, c.sha256, c.bytes, c.truncated, c.withheld, c.exchange`

interface Claim {
  scanId: string
  workerId: string
  attempt: number
}

/**
 * Records a page of a running scan, together with those that come at the same time. False when the scan is no longer the caller's. Once this has given
 * true, nobody removes the bytes: whoever wants to holds their lock while looking for rows, so the bytes may be put right after.
 */
export function insertCapture(db: Tx, claim: Claim, capture: Capture): Promise<boolean> {
  return insertTogether(db, { claim, capture })
}

/** Those that are waited for are recorded at once. */
export function hurryCaptures(db: Tx): void {
  insertTogether.hurry(db)
}

interface Capturing {
  claim: Claim
  capture: Capture
}

/** Of a busy worker: the bytes are not put before, and a step waits for these. */
const GATHERED = { apartMs: 12, enough: 4 }

const insertTogether = togetherBy(async (db: Tx, all: Capturing[]) => {
  const of = (type: string, member: (one: Capturing) => unknown) => ofAnyLength(all.map(member), type)
  const { rows } = await prepared(
    db,
    sql<{ place: string }>`
    with asked as materialized (
      select * from unnest(
        ${of('uuid', ({ claim }) => claim.scanId)}, ${of('text', ({ claim }) => claim.workerId)}, ${of('integer', ({ claim }) => claim.attempt)},
        ${of('text', ({ capture }) => capture.kind)}, ${of('text', ({ capture }) => capture.url)}, ${of('text', ({ capture }) => capture.finalUrl)},
        ${of('text', ({ capture }) => JSON.stringify(capture.redirects))}, ${of('integer', ({ capture }) => capture.status)},
        ${of('text', ({ capture }) => JSON.stringify(capture.headers))}, ${of('text', ({ capture }) => capture.identity)},
        ${of('timestamptz', ({ capture }) => capture.fetchedAt)}, ${of('text', ({ capture }) => capture.sha256)},
        ${of('bigint', ({ capture }) => capture.bytes)}, ${of('boolean', ({ capture }) => capture.truncated)},
        ${of('text', ({ capture }) => capture.exchange ?? null)}
      ) with ordinality as a (scan_id, worker_id, attempt, kind, url, final_url, redirects, status, headers, identity, fetched_at, sha256, bytes,
                              truncated, exchange, place)
    ),
    -- In one order, so that two who take several never wait for each other.
    locked as materialized (
      select count(pg_advisory_xact_lock_shared(hashtextextended(sha256, 0))), ${FLUSHED_WITH_NEXT}
        from (select distinct sha256 from asked order by sha256) a
    ),
    ours as materialized (
      select a.*, s.org_id
        from locked cross join asked a cross join lateral (
          select s.org_id from scans s
           where s.scan_id = a.scan_id and s.worker_id = a.worker_id and s.attempt = a.attempt and ${STILL_PROCESSING}
             for key share) s
    ),
    added as (
      insert into captures (scan_id, org_id, kind, url, final_url, redirects, status, headers, identity, fetched_at, sha256, bytes, truncated, exchange)
      select scan_id, org_id, kind, url, final_url, redirects::json, status, headers::json, identity, fetched_at, sha256, bytes, truncated, exchange::json
        from ours order by place
    )
    select place from ours`,
  )
  const added = new Set(rows.map(({ place }) => Number(place)))
  return all.map((_, i) => added.has(i + 1))
}, GATHERED)

/** What of a scan is kept. */
export interface KeptOfScan {
  scanId: string
  captures: KeptCapture[]
}

/**
 * Names the captures that became evidence and removes the others, in the transaction that ends their scans; gives those of each scan, in the order of
 * capture.
 */
export async function settleCaptures(tx: Tx, scans: KeptOfScan[]): Promise<CapturedRow[][]> {
  if (scans.length === 0) return []
  const kept = scans.flatMap(({ scanId, captures }) => captures.map((capture) => ({ scanId, ...capture })))
  const of = (type: string, member: (one: (typeof kept)[number]) => unknown) =>
    ofAnyLength(kept.map(member), type)
  const ids = ofAnyLength(
    scans.map(({ scanId }) => scanId),
    'uuid',
  )
  const { rows } = await prepared(
    tx,
    sql<CapturedRow & { scan_id: string }>`
    with kept as (
      select scan_id, ref, sha256, fetched_at, bool_or(withheld) over (partition by scan_id, sha256) as withheld,
             row_number() over (partition by scan_id, sha256, fetched_at order by ref) as place
        from unnest(${of('uuid', ({ scanId }) => scanId)}, ${of('text', ({ ref }) => ref)}, ${of('text', ({ sha256 }) => sha256)},
                    ${of('timestamptz', ({ captured_at }) => captured_at)}, ${of('boolean', ({ withheld }) => withheld)}) as k (scan_id, ref, sha256, fetched_at, withheld)
    ),
    -- One page taken twice from what scans share is twice the same page of the same time: to each evidence its own row.
    taken as (
      select capture_id, scan_id, sha256, fetched_at,
             row_number() over (partition by scan_id, sha256, fetched_at order by capture_id) as place
        from unnest(${ids}) with ordinality as ended (scan_id, nth) join captures using (scan_id) where nth ${FEW}
    ),
    matched as (
      select c.capture_id, k.ref, k.withheld from kept k join taken c using (scan_id, sha256, fetched_at, place)
    ),
    named as (
      update captures c set ref = m.ref, withheld = m.withheld from matched m where c.capture_id = m.capture_id
      returning c.capture_id, c.scan_id, ${capturedRow}
    ),
    others as (
      delete from captures c
       using (select t.capture_id, row_number() over () as nth from taken t where not exists (select from matched m where m.capture_id = t.capture_id)) o
       where c.capture_id = o.capture_id and o.nth ${FEW}
    )
    select c.scan_id, ${capturedRow} from named c order by c.capture_id`,
  )
  const named = Map.groupBy(rows, ({ scan_id }) => scan_id)
  return scans.map(({ scanId }) => (named.get(scanId) ?? []).map(({ scan_id: _, ...row }) => row))
}

/** Those that became evidence, in the order of capture. */
export async function capturedRows(db: Tx, scanId: string): Promise<CapturedRow[]> {
  const { rows } = await sql<CapturedRow>`
    select ${capturedRow} from captures c
     where c.scan_id = ${scanId}::uuid and c.ref is not null order by c.capture_id`.execute(db)
  return rows
}

/** What is stored under one `ref` of a report. */
export interface StoredCapture {
  sha256: string
  withheld: boolean
  /** As it was answered; empty when it was not. A document out of the browser is UTF-8, whatever its page said. */
  contentType: string
}

export async function captureOfScan(db: Tx, scanId: string, ref: string): Promise<StoredCapture | undefined> {
  const { rows } = await sql<StoredCapture>`
    select sha256, withheld,
           case kind when 'rendered' then 'text/html' else coalesce(headers ->> 'content-type', '') end as "contentType"
      from captures where scan_id = ${scanId}::uuid and ref = ${ref} order by capture_id limit 1`.execute(db)
  return rows[0]
}

/** Keeps others from recording or freeing these bytes until the transaction ends; it may wait for a bucket meanwhile. */
export async function lockBytes(tx: Tx, hashes: string[]) {
  await sql`set local idle_in_transaction_session_timeout = '5min'`.execute(tx)
  // In one order everywhere, or two of us could wait for each other.
  await sql`select pg_advisory_xact_lock(hashtextextended(h, 0)) from (select h from unnest(${hashes}::text[]) h order by h) o`.execute(
    tx,
  )
}

/** Those that no capture refers to. */
export async function unreferencedBytes(tx: Tx, hashes: string[]): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    select h as sha256 from unnest(${hashes}::text[]) h
     where not exists (select from captures c where c.sha256 = h and not c.withheld)`.execute(tx)
  return rows.map((row) => row.sha256)
}

/** Removes the captures of one scan; gives the hashes of their bytes. */
export function deleteCapturesOfScan(db: Tx, scanId: string): Promise<string[]> {
  return deleteCapturesWithWords(db, sql`scan_id = ${scanId}::uuid`)
}

/** Removes up to `limit` captures of one organization. */
export function deleteCapturesOfOrg(db: Tx, orgId: string, limit: number): Promise<string[]> {
  return deleteCapturesWithWords(
    db,
    sql`capture_id in (select capture_id from captures where org_id = ${orgId} limit ${limit})`,
  )
}

/** Removes up to `limit` captures that are older than `days`. By the time of the statement, which an index can be searched by. */
export function deleteOldCaptures(db: Tx, days: number, limit: number): Promise<string[]> {
  return deleteCapturesWithWords(
    db,
    sql`capture_id in (
      select capture_id from captures where fetched_at < statement_timestamp() - make_interval(days => ${days}) limit ${limit})`,
  )
}

/** Removes up to `limit` captures that are older than their organization wants to keep them. */
export function deleteCapturesPastTheirOrg(db: Tx, limit: number): Promise<string[]> {
  return deleteCapturesWithWords(
    db,
    sql`capture_id in (
      select old.capture_id from org_settings s cross join lateral (
        select c.capture_id from captures c
         where c.org_id = s.org_id
           and c.fetched_at < statement_timestamp() - make_interval(days => s.evidence_retention_days)
         limit ${limit}) old
       where s.evidence_retention_days is not null limit ${limit})`,
  )
}

/** Removes what a worker recorded of a scan that ended meanwhile. */
export async function deleteUnnamedCaptures(db: Tx): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    delete from captures c using scans s
     where s.scan_id = c.scan_id and c.ref is null and s.status <> 'processing'
    returning c.sha256`.execute(db)
  return rows.map((row) => row.sha256)
}

/** Hashes that evidence refers to, in order, with the number of captures of each. */
export async function evidenceHashesAfter(
  db: Tx,
  after: string,
  limit: number,
): Promise<{ sha256: string; captures: number }[]> {
  const { rows } = await sql<{ sha256: string; captures: number }>`
    select sha256, count(*) as captures from captures
     where not withheld and ref is not null and sha256 > ${after}
     group by sha256 order by sha256 limit ${limit}`.execute(db)
  return rows
}

/** Whose scan it is; undefined for none. */
export async function orgOfScan(db: Tx, scanId: string): Promise<string | undefined> {
  const { rows } = await sql<{ org_id: string }>`
    select org_id from scans where scan_id = ${scanId}::uuid`.execute(db)
  return rows[0]?.org_id
}
