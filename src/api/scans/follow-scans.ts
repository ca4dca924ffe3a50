import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ScanProgress } from '../../../sdk/contract.ts'
import type { Db } from '../../db/database.ts'
import { progressOfScans } from '../../db/scans/scan-progress.ts'

export interface FollowLimits {
  /** Milliseconds between two looks at the database. */
  lookMs: number
  /** Followers of this process, and of one organization here. */
  most: number
  mostOfOrg: number
}

const LIMITS: FollowLimits = { lookMs: 1000, most: 1000, mostOfOrg: 50 }

/** A scan as it was seen; null: it was deleted; undefined: nothing new to be had just now. */
export type Sight = ScanProgress | null | undefined

export interface ScanFollowing {
  /**
   * A look after the other at one scan, until `gone` or the service stops. Null where too many are followed already.
   * Whoever takes it must end it (`return`), as `for await` does.
   */
  follow(orgId: string, scanId: string, gone: AbortSignal): AsyncGenerator<Sight> | null
  stop(): void
}

/** Looks for all that are followed at once, once a second: what it costs the database does not grow with who looks on. */
export function createFollowing(
  ctx: { db: Db; log: Logger },
  limits: Partial<FollowLimits> = {},
): ScanFollowing {
  const { lookMs, most, mostOfOrg } = { ...LIMITS, ...limits }
  const followers = new Set<{ orgId: string; scanId: string }>()
  const stopping = new AbortController()
  let looking: ReturnType<typeof look> | null = null

  async function look() {
    await pause(lookMs)
    looking = null
    const asked = new Set([...followers].map(({ scanId }) => scanId))
    try {
      return { asked, found: await progressOfScans(ctx.db, [...asked]) }
    } catch (error) {
      // An outage: whoever follows hears nothing new, and goes on.
      ctx.log.warn({ err: error }, 'looking at followed scans failed')
      return { asked: new Set<string>(), found: new Map<string, ScanProgress>() }
    }
  }

  async function* sights(follower: { orgId: string; scanId: string }, gone: AbortSignal) {
    const ends = AbortSignal.any([gone, stopping.signal])
    const over = new Promise<null>((resolve) => {
      if (ends.aborted) resolve(null)
      ends.addEventListener('abort', () => resolve(null), { once: true })
    })
    try {
      for (;;) {
        looking ??= look()
        const seen = await Promise.race([looking, over])
        if (seen === null || ends.aborted) return
        yield seen.asked.has(follower.scanId) ? (seen.found.get(follower.scanId) ?? null) : undefined
      }
    } finally {
      followers.delete(follower)
    }
  }

  return {
    follow(orgId, scanId, gone) {
      const ofOrg = [...followers].filter((each) => each.orgId === orgId).length
      if (stopping.signal.aborted || followers.size >= most || ofOrg >= mostOfOrg) return null
      const follower = { orgId, scanId }
      followers.add(follower)
      gone.addEventListener('abort', () => followers.delete(follower), { once: true })
      return sights(follower, gone)
    },
    stop: () => stopping.abort(),
  }
}
