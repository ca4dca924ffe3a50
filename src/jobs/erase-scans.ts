import { createHash, randomUUID } from 'node:crypto'
import type { Db } from '../db/database.ts'
import {
  accountsAt,
  atAddress,
  countScansThat,
  type Erasable,
  type ErasureOrder,
  endedAndSubmittedBefore,
  eraseSome,
  ofAccount,
  openAndSubmittedBefore,
  type ScanCondition,
  scansThat,
  withId,
} from '../db/organization/erasures.ts'
import { listOrgs } from '../db/organization/orgs.ts'
import { addressesOf } from '../db/scans/addresses-of.ts'
import { forgetAttempts } from '../db/webhooks/waiting-attempts.ts'
import type { EvidenceStore } from '../evidence/store.ts'
import { freeEvidence } from './free-evidence.ts'

/** Scans of one short transaction. */
const AT_ONCE = 200
/** Deliveries whose attempts are looked for at once, in a queue that may be long. */
const MOST_UNSENT = 10_000

/**
 * Deletes scans completely: record, steps, pages with their bytes, deliveries with their bodies, reviews; running ones too. Counters
 * stay, and a note of it in `erasures`. It goes in short transactions, and can be ended and begun again at any time.
 * @param most ends once so many, or up to a transaction more, are gone
 * @returns how many scans went, and how many stored pages nobody refers to any more
 */
export async function eraseScans(
  ctx: { db: Db; evidence: EvidenceStore },
  { orgId, erasable, by }: ErasureOrder,
  most = Number.POSITIVE_INFINITY,
): Promise<Erased> {
  const unsent: string[] = []
  const forget = () => forgetAttempts(ctx.db, unsent.splice(0))
  const erased = await eraseUpTo(most, ctx, { orgId, erasable, by }, async (some) => {
    unsent.push(...some)
    if (unsent.length >= MOST_UNSENT) await forget()
  })
  if (unsent.length > 0) await forget()
  return erased
}

type Erased = { scans: number; objects: number }

async function eraseUpTo(
  most: number,
  ctx: { db: Db; evidence: EvidenceStore },
  { orgId, erasable, by }: ErasureOrder,
  onUnsent: (deliveryIds: string[]) => Promise<void>,
): Promise<Erased> {
  const note = { erasureId: randomUUID(), what: erasable.what, subject: subjectOf(erasable), by }
  const erased = { scans: 0, objects: 0 }
  for (const org of await orgsFor(ctx.db, orgId, erasable)) {
    for (const { condition, isByAge } of await conditionsOf(ctx.db, org, erasable)) {
      let from: string | null = null
      for (;;) {
        const order = { orgId: org, condition, limit: AT_ONCE, ...(isByAge && { from }) }
        const { scans, hashes, unsent, last } = await eraseSome(ctx.db, order, note)
        erased.scans += scans
        await onUnsent(unsent)
        erased.objects += await freeEvidence(ctx, hashes)
        if (erased.scans >= most) return erased
        if (scans === 0 && from === null) break
        // Behind the last once more from the beginning, for what has ended meanwhile.
        from = last
      }
    }
  }
  return erased
}

/** How many scans `eraseScans` would delete. */
export async function countErasable(db: Db, { orgId, erasable }: ErasureOrder): Promise<number> {
  return countScansThat(db, orgId, await whichScans(db, orgId, erasable))
}

/** The ids of the scans that `eraseScans` would delete, the newest first. */
export async function scansMeant(
  db: Db,
  { orgId, erasable }: Pick<ErasureOrder, 'orgId' | 'erasable'>,
): Promise<string[]> {
  return scansThat(db, orgId, await whichScans(db, orgId, erasable))
}

/** By age they are found within an organization, where an index leads to them. */
async function orgsFor(db: Db, orgId: string | null, { what }: Erasable): Promise<(string | null)[]> {
  if (orgId !== null || what === 'scan' || what === 'creator') return [orgId]
  return (await listOrgs(db)).map((org) => org.org_id)
}

async function whichScans(db: Db, orgId: string | null, erasable: Erasable): Promise<ScanCondition[]> {
  return (await conditionsOf(db, orgId, erasable)).map(({ condition }) => condition)
}

interface Part {
  condition: ScanCondition
  /** An index leads to them in order of time. */
  isByAge?: true
}

/**
 * Accounts before addresses: these are known by the scans at the addresses, which go last. By age what waits or runs before what has ended: a scan that
 * ends meanwhile is met all the same.
 */
async function conditionsOf(db: Db, orgId: string | null, erasable: Erasable): Promise<Part[]> {
  switch (erasable.what) {
    case 'scan':
      return [{ condition: withId(erasable.scanId) }]
    case 'before':
      return [
        { condition: openAndSubmittedBefore(erasable.at) },
        { condition: endedAndSubmittedBefore(erasable.at), isByAge: true },
      ]
    case 'retention':
      return [{ condition: endedAndSubmittedBefore(erasable.at), isByAge: true }]
    case 'creator': {
      const addresses = addressesOf(erasable.url)
      const conditions = [...(await accountsAt(db, orgId, addresses)).map(ofAccount), atAddress(addresses)]
      return conditions.map((condition) => ({ condition }))
    }
  }
}

/** Enough to find the note again, and nothing to read in it. */
export function subjectOf(erasable: Erasable): string {
  if (erasable.what === 'scan') return erasable.scanId
  if (erasable.what !== 'creator') return erasable.at
  return createHash('sha256').update(new URL(erasable.url).href).digest('hex')
}
