import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import {
  claimTry,
  forgetSilence,
  recordSilence,
  releaseTry,
  type SilentHostRow,
  silentHosts,
} from '../db/webhooks/webhook-hosts.ts'
import { receiverHost } from '../webhooks/receiver-host.ts'

/**
 * `quick` answers at once, `slow` answers late. `unheard` has not answered lately, or not to the last attempt: it gets one
 * attempt at a time.
 */
export type HostKind = 'quick' | 'slow' | 'unheard'

/** What this worker knows of the hosts that it delivers to; what is known of silent ones, all workers share. */
export interface Receivers {
  kindOf(key: string): HostKind
  keys(): Iterable<string>
  /** True when nothing may go to it now. */
  isClosed(key: string): boolean
  /** Asks for the one attempt that an unheard host gets; of a silent one only one worker gets it. */
  enter(key: string): Promise<boolean>
  answered(key: string, tookMs: number): void
  silent(key: string, url: string, error: string): Promise<void>
  /** The attempt of `enter` has ended without an answer; `wasMade` when it was followed by `silent`. */
  leave(key: string, wasMade: boolean): void
  stop(): void
}

export interface ReceiversOptions {
  db: Db
  log: Logger
  /** An answer that takes longer is late. */
  slowAfterMs: number
  /** How long a host is held back first. */
  firstHoldSeconds: number
  /** How often what others know is read. */
  syncMs: number
}

interface Host {
  answeredAt: number | null
  /** Since when it stands behind all others. */
  movedAt: number
  isSlow: boolean
  /** An attempt of `enter` is open. */
  isTried: boolean
  silence: SilentHostRow | null
  closedUntil: number
}

/** After this time without a word a host has to show again that it answers. */
const REMEMBERED_MS = 10 * 60_000
const MOST_REMEMBERED = 5000
const MOVED_MS = 1000
/** Longer than an attempt. */
const TRY_SECONDS = 20

export function createReceivers(options: ReceiversOptions): Receivers {
  const { db, log, syncMs } = options
  const hosts = new Map<string, Host>()
  const warn = (error: unknown) => log.warn({ err: error }, 'what is known of receivers is not up to date')

  const hostOf = (key: string): Host => {
    let host = hosts.get(key)
    if (!host) {
      host = { answeredAt: null, movedAt: 0, isSlow: false, isTried: false, silence: null, closedUntil: 0 }
      hosts.set(key, host)
    }
    return host
  }

  const sync = async () => {
    const silent = new Map((await silentHosts(db)).map((row) => [row.host_key, row]))
    const now = performance.now()
    for (const [key, host] of hosts) {
      const silence = silent.get(key) ?? null
      // Another worker has heard from it.
      if (host.silence && !silence) host.answeredAt = now
      host.silence = silence
      host.closedUntil = silence ? now + silence.wait_ms : 0
    }
    for (const [key, silence] of silent) {
      if (!hosts.has(key)) Object.assign(hostOf(key), { silence, closedUntil: now + silence.wait_ms })
    }
    forgetOldest()
  }

  const forgetOldest = () => {
    for (const [key, host] of hosts) {
      if (hosts.size <= MOST_REMEMBERED) return
      if (!host.isTried && !host.silence) hosts.delete(key)
    }
  }

  let isSyncing = false
  const timer = setInterval(async () => {
    if (isSyncing) return
    isSyncing = true
    await sync().catch(warn)
    isSyncing = false
  }, syncMs)

  const kindOf = (key: string): HostKind => {
    const host = hostOf(key)
    if (host.silence || host.answeredAt === null) return 'unheard'
    if (host.answeredAt < performance.now() - REMEMBERED_MS) return 'unheard'
    return host.isSlow ? 'slow' : 'quick'
  }

  return {
    kindOf,
    keys: () => hosts.keys(),
    isClosed(key) {
      const host = hostOf(key)
      return kindOf(key) === 'unheard' && (host.isTried || host.closedUntil > performance.now())
    },
    async enter(key) {
      const host = hostOf(key)
      host.isTried = true
      if (!host.silence) return true
      const mayTry = await claimTry(db, key, TRY_SECONDS).catch((error) => warn(error))
      if (mayTry) return true
      host.isTried = false
      host.closedUntil = performance.now() + syncMs
      return false
    },
    answered(key, tookMs) {
      const host = hostOf(key)
      const wasSilent = host.silence !== null
      const now = performance.now()
      Object.assign(host, { answeredAt: now, isSlow: tookMs > options.slowAfterMs })
      Object.assign(host, { silence: null, closedUntil: 0, isTried: false })
      // Those that answered last are forgotten last, give or take a second: a map that is changed at each answer is copied again and again.
      if (now - host.movedAt > MOVED_MS) {
        host.movedAt = now
        hosts.delete(key)
        hosts.set(key, host)
      }
      if (wasSilent) forgetSilence(db, key).catch(warn)
    },
    async silent(key, url, error) {
      hostOf(key).answeredAt = null
      const { firstHoldSeconds } = options
      await recordSilence(db, { hostKey: key, host: receiverHost(url), error, firstHoldSeconds })
      const [silence = null] = await silentHosts(db, [key])
      Object.assign(hostOf(key), { silence, closedUntil: performance.now() + (silence?.wait_ms ?? 0) })
    },
    leave(key, wasMade) {
      const host = hostOf(key)
      host.isTried = false
      if (!wasMade && host.silence) releaseTry(db, key).catch(warn)
    },
    stop: () => clearInterval(timer),
  }
}
