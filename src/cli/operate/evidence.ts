import { resolve } from 'node:path'
import { openEvidenceSigner } from '../../auth/evidence-key.ts'
import { createVault } from '../../auth/vault.ts'
import { exportEvidence } from '../../backup/export-evidence.ts'
import type { Config } from '../../config.ts'
import type { Db, Tx } from '../../db/database.ts'
import { recordAct } from '../../db/people/acts.ts'
import {
  deleteCapturesOfOrg,
  deleteCapturesOfScan,
  evidenceHashesAfter,
  orgOfScan,
  unreferencedBytes,
} from '../../db/scans/captures.ts'
import { deleteWordsOfOrg, deleteWordsOfScan } from '../../db/scans/judged-words.ts'
import { InvalidInput, NotFound } from '../../errors.ts'
import type { EvidenceStore } from '../../evidence/store.ts'
import { freeEvidence } from '../../jobs/free-evidence.ts'
import { type ScanFault, verifyScans } from '../../jobs/verify-scans.ts'
import { evidenceStoreOf } from '../start/collection.ts'
import { commandActor } from '../start/command-actor.ts'
import { withDatabase } from '../start/start.ts'
import { versionOf } from '../start/version.ts'
import { printFacts } from '../terminal/output.ts'
import { sayIfBytesStay } from './bytes-stay.ts'
import { knownOrg } from './known-org.ts'

const AT_ONCE = 500
const READ_AT_ONCE = 8
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * `toscan evidence verify`: reads everything that reports refer to, and holds scans and pages against what was signed when each scan ended.
 * Exit code 1 when anything is missing, corrupt, planted or changed.
 */
export async function verifyEvidence(config: Config, options: { json?: boolean }) {
  const evidence = evidenceStoreOf(config)
  let faults = 0
  const tell = ({ scan_id, ref, fault }: ScanFault) => {
    faults++
    console.error(`${FAULT_WORDS[fault]}: ${scan_id}${ref === null ? '' : ` ${ref}`}`)
  }
  const found = await withDatabase(config, async ({ db, secretKey }) => ({
    ...(await readAll(db, evidence)),
    unreferenced: await countUnreferenced(db, evidence),
    ...(await verifyScans(db, await openEvidenceSigner(db, createVault(secretKey)), tell)),
  }))
  printFacts({ ...found, faults }, options.json)
  if (found.missing + found.corrupt + faults > 0) process.exitCode = 1
}

const FAULT_WORDS: Record<ScanFault['fault'], string> = {
  unsigned: 'not signed',
  signature: 'not signed by this installation',
  time: 'another time stamp',
  planted: 'planted page',
  page: 'another page than was signed',
  date: 'another date than was signed',
  report: 'another report than was signed',
  changed: 'changed since it was signed',
}

/** `toscan evidence delete`: the stored pages of one scan or one organization, and what was judged by. Their reports stay. */
export async function deleteEvidence(
  config: Config,
  options: { scan?: string; org?: string; json?: boolean },
) {
  const { scan, org } = options
  if ((scan === undefined) === (org === undefined))
    throw new InvalidInput('name either --scan <scan_id> or --org <org_id>')
  const evidence = evidenceStoreOf(config)
  const deleted = await withDatabase(config, async ({ db }) => {
    const ctx = { db, evidence }
    const gone = await (scan !== undefined ? deleteOfScan(ctx, scan) : deleteOfOrg(ctx, org ?? ''))
    await sayIfBytesStay(db)
    return gone
  })
  printFacts(deleted, options.json)
}

/** `toscan evidence export`: exit code 1 when a page was not to be had. */
export async function exportEvidenceOf(
  config: Config,
  file: string,
  options: { scan: string; json?: boolean },
) {
  const evidence = evidenceStoreOf(config)
  const end = await withDatabase(config, async ({ db }) => {
    const scanId = idOf(options.scan)
    const orgId = await orgOfScan(db, scanId)
    if (orgId === undefined) throw new NotFound(`there is no scan ${scanId}`)
    // Before there is a file: none leaves without a word.
    await recordAct(db, commandActor(), { action: 'evidence.export', orgId, subject: scanId })
    const software = `Toscan ${versionOf()}`
    return exportEvidence({ db, evidence }, { scanId, orgId }, resolve(file), software)
  })
  printFacts({ ...end }, options.json)
  if (end.missing > 0) process.exitCode = 1
}

/** The interface shows scans of no batch under the name of a batch; people copy either. */
function idOf(scanId: string): string {
  const id = scanId.replace(/^single_/, '')
  if (!UUID.test(id)) throw new InvalidInput(`${scanId} is no scan id`)
  return id
}

async function readAll(db: Db, evidence: EvidenceStore) {
  const counts = { captures: 0, objects: 0, missing: 0, corrupt: 0 }
  let after = ''
  for (;;) {
    const some = await evidenceHashesAfter(db, after, AT_ONCE)
    for (let from = 0; from < some.length; from += READ_AT_ONCE) {
      await Promise.all(
        some.slice(from, from + READ_AT_ONCE).map(async ({ sha256, captures }) => {
          counts.captures += captures
          counts.objects++
          const read = await evidence.get(sha256)
          if (read.ok) return
          counts[read.reason]++
          console.error(`${read.reason}: ${sha256}`)
        }),
      )
    }
    const last = some.at(-1)
    if (!last) return counts
    after = last.sha256
  }
}

async function countUnreferenced(db: Db, evidence: EvidenceStore): Promise<number> {
  let count = 0
  let some: string[] = []
  const look = async () => {
    count += (await unreferencedBytes(db, some)).length
    some = []
  }
  for await (const sha256 of evidence.list(new Date())) {
    some.push(sha256)
    if (some.length === AT_ONCE) await look()
  }
  await look()
  return count
}

async function deleteOfScan(ctx: { db: Db; evidence: EvidenceStore }, scanId: string) {
  const id = idOf(scanId)
  const orgId = await orgOfScan(ctx.db, id)
  if (orgId === undefined) throw new NotFound(`there is no scan ${id}`)
  const hashes = await ctx.db.transaction().execute(async (tx) => {
    const deleted = await deleteCapturesOfScan(tx, id)
    await deleteWordsOfScan(tx, id)
    await recordDeletion(tx, { orgId, subject: id, captures: deleted.length })
    return deleted
  })
  return { captures: hashes.length, objects: await freeEvidence(ctx, hashes) }
}

async function deleteOfOrg(ctx: { db: Db; evidence: EvidenceStore }, orgId: string) {
  await knownOrg(ctx.db, orgId)
  const deleted = { captures: 0, objects: 0 }
  for (;;) {
    const hashes = await ctx.db.transaction().execute(async (tx) => {
      const some = await deleteCapturesOfOrg(tx, orgId, AT_ONCE)
      if (some.length > 0) await recordDeletion(tx, { orgId, subject: orgId, captures: some.length })
      return some
    })
    deleted.captures += hashes.length
    deleted.objects += await freeEvidence(ctx, hashes)
    if (hashes.length < AT_ONCE) break
  }
  await deleteWordsOfOrg(ctx.db, orgId)
  return deleted
}

async function recordDeletion(
  tx: Tx,
  { orgId, subject, captures }: { orgId: string; subject: string; captures: number },
) {
  await recordAct(tx, commandActor(), { action: 'evidence.delete', orgId, subject, after: { captures } })
}
