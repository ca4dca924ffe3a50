import { keepsBytes } from './check-store.ts'
import type { EvidenceStore } from './store.ts'

export interface WatchedStore extends EvidenceStore {
  /** Why it takes nothing just now; null while it does. */
  trouble(): string | null
  stop(): void
}

export interface StoreNews {
  /** Null: it takes what it is given again. */
  trouble: string | null
  /** What it said last. */
  cause?: unknown
}

const LOSSES_IN_A_ROW = 3
/** A store that has left something waiting for so long is no better than one that refuses. */
const SLOW_MS = 20_000
const LOOK_MS = 1000
const PROBE_MS = 3000
/** Bytes. As much as a page of some length. */
const PROBE_SIZE = 256 * 1024

/**
 * The same store, watched: when it has refused three times in a row, lets something wait for 20 s, or says that it takes nothing, it is in trouble. Then it
 * is tried every three seconds, and out of trouble as soon as it keeps what it is given.
 */
export function watchStore(
  store: EvidenceStore,
  onNews: (news: StoreNews) => void,
  { slowMs = SLOW_MS, probeMs = PROBE_MS } = {},
): WatchedStore {
  const open = new Set<{ since: number }>()
  let losses = 0
  let trouble: string | null = null
  let probing: Promise<void> | null = null
  let probedAt = 0

  const enter = (sentence: string, cause?: unknown) => {
    if (trouble !== null) return
    trouble = sentence
    probedAt = performance.now()
    onNews({ trouble, cause })
  }
  const probe = async () => {
    try {
      if (await store.whyNotTaken?.()) return
      await keepsBytes(store, PROBE_SIZE)
      if (isSlow()) return
      losses = 0
      trouble = null
      onNews({ trouble })
    } catch {
      // In trouble still.
    } finally {
      probedAt = performance.now()
    }
  }
  const isSlow = () => [...open].some(({ since }) => performance.now() - since > slowMs)
  const look = () => {
    if (isSlow()) enter(`The evidence store has not answered for ${Math.round(slowMs / 1000)} s.`)
    // Before anything is lost.
    if (trouble === null) store.whyNotTaken?.().then((code) => code && enter(refusal(code)))
    if (trouble === null || probing !== null || performance.now() - probedAt < probeMs) return
    probing = probe().finally(() => {
      probing = null
    })
  }
  const timer = setInterval(look, Math.min(LOOK_MS, probeMs)).unref()

  return {
    ...store,
    async put(sha256, bytes) {
      const putting = { since: performance.now() }
      open.add(putting)
      try {
        await store.put(sha256, bytes)
        losses = 0
      } catch (error) {
        losses++
        if (losses >= LOSSES_IN_A_ROW) enter(refusal(reasonOf(error)), error)
        throw error
      } finally {
        open.delete(putting)
      }
    },
    trouble: () => trouble,
    stop: () => clearInterval(timer),
  }
}

function refusal(code: string | null): string {
  return `The evidence store does not take pages${code === null ? '' : ` (${code})`}.`
}

/** The system's word for it, such as ENOSPC; messages name paths and addresses, which are nobody's business on an open port. */
function reasonOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  const code = String(error.code)
  return /^[A-Z][A-Z0-9_]{2,30}$/.test(code) ? code : null
}
