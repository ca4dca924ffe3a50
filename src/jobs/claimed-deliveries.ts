import { randomUUID } from 'node:crypto'
import type { Db } from '../db/database.ts'
import { changeClaims, claimDeliveries, type TakenAttempt } from '../db/webhooks/delivery-claims.ts'
import type { DeliveryLane } from '../db/webhooks/waiting-attempts.ts'
import type { ClaimedDelivery, OpenClaim } from '../webhooks/delivery-queue.ts'
import type { JobSource } from './work-lane.ts'

export interface Claimed extends ClaimedDelivery {
  job: TakenAttempt
  claim: Claim
  groupId: string
}

type Waiting = TakenAttempt & { afterSeconds: number }

interface Claim extends OpenClaim {
  running: Set<TakenAttempt>
  /** What its row says, and since when. */
  noted: number
  notedAt: number
}

/** One that says nothing for so long is no longer anybody's. */
const LEASE_SECONDS = 10
const RENEW_MS = 3000
/** What others read of claims is about so old: a claim whose row still names what has ended keeps their hands off its hosts. */
const TRIM_MS = 250
const LONGEST_WAIT_SECONDS = 600

/** Attempts of one lane, as a worker takes them and says what became of them. A claim is a row for all that it took, which is over with the last of them. */
export function claimedDeliveries(
  db: Db,
  order: { lane: DeliveryLane; workerId: string; perHost: number },
): JobSource<Claimed> {
  const open = new Set<Claim>()

  /** Those of these claims that are over are nobody's concern any more. */
  const forget = async (claims: Iterable<Claim>) => {
    const over = [...claims].filter((claim) => claim.running.size === 0 && open.delete(claim))
    const claimIds = over.filter(({ isOver }) => !isOver).map(({ claimId }) => claimId)
    if (claimIds.length > 0) await changeClaims(db, { running: [], over: claimIds, back: [] }, LEASE_SECONDS)
  }
  const putBack = async (jobs: Claimed[], later: (job: TakenAttempt) => Waiting) => {
    if (jobs.length === 0) return
    const claims = [...Map.groupBy(jobs, ({ claim }) => claim)].map(([claim, those]) => {
      const gone = new Set(those.map(({ job }) => job))
      return { claim, left: [...claim.running].filter((job) => !gone.has(job)) }
    })
    const over = claims.flatMap(({ claim, left }) => (left.length === 0 ? [claim] : []))
    const change = {
      running: claims.flatMap(({ left }) => left),
      over: over.map(({ claimId }) => claimId),
      back: jobs.map(({ job }) => later(job)),
    }
    try {
      await changeClaims(db, change, LEASE_SECONDS)
    } catch (error) {
      // Their rows name what nobody runs: whoever finds them lapsed puts it back.
      for (const { claim } of claims) open.delete(claim)
      throw error
    }
    // Until here they held their claims: one that was over with the last of its others would leave nothing to put these back from.
    for (const { claim, job } of jobs) claim.running.delete(job)
    for (const claim of over) claim.isOver = true
    await forget(claims.map(({ claim }) => claim))
  }

  return {
    async fetch(limit, closed, running) {
      const claimId = randomUUID()
      const rows = await claimDeliveries(db, {
        ...{ ...order, claimId, limit, closed, running, leaseSeconds: LEASE_SECONDS },
      })
      const now = performance.now()
      const claim: Claim = {
        ...{ claimId, running: new Set<TakenAttempt>(), isOver: false, noted: rows.length, notedAt: now },
      }
      const taken = rows.map(({ delivery, ...job }) => ({ job, delivery, claim, groupId: job.hostKey }))
      for (const { job } of taken) claim.running.add(job)
      if (taken.length > 0) open.add(claim)
      return taken
    },
    giveBack: (jobs) => putBack(jobs, (job) => ({ ...job, afterSeconds: 0 })),
    async complete(jobs) {
      for (const { claim, job } of jobs) claim.running.delete(job)
      await forget(new Set(jobs.map(({ claim }) => claim)))
    },
    fail: (jobs) =>
      putBack(jobs, (job) => ({
        ...job,
        losses: job.losses + 1,
        afterSeconds: Math.min(LONGEST_WAIT_SECONDS, 2 ** job.losses),
      })),
    async renew() {
      const now = performance.now()
      const due = [...open].filter(
        ({ running, noted, notedAt }) =>
          now - notedAt > (running.size < noted ? TRIM_MS : RENEW_MS) && running.size > 0,
      )
      if (due.length === 0) return
      for (const claim of due) Object.assign(claim, { noted: claim.running.size, notedAt: now })
      const running = due.flatMap((claim) => [...claim.running])
      await changeClaims(db, { running, over: [], back: [] }, LEASE_SECONDS)
    },
  }
}
