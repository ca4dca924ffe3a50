import type { Evidence } from '../../evidence/evidence.ts'
import { type Address, plainAddress } from './address.ts'

/** Looks under way, each address once, so that a look may begin before it is certain that its result is wanted. */
export interface Looks<S extends { evidence: Evidence }> {
  /** Begins in advance. Does nothing when `ahead` addresses have been begun so. */
  start(address: Address): Promise<S> | null
  /** The result, as of this address: who asked first does not show in it. */
  at(address: Address): Promise<S>
}

/** @param width looks under way at most; @param ahead looks begun in advance at most */
export function createLooks<S extends { evidence: Evidence }>(
  work: (address: Address) => Promise<S>,
  { width, ahead }: { width: number; ahead: number },
): Looks<S> {
  const begun = new Map<string, Promise<S>>()
  const waiting: (() => void)[] = []
  let running = 0

  const inTurn = async (address: Address): Promise<S> => {
    if (running >= width) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work(address)
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
  const begin = (address: Address): Promise<S> => {
    const key = plainAddress(address.url)
    const known = begun.get(key)
    if (known) return known
    const look = inTurn(address)
    // Nobody may ever ask for it; who asks still gets the error.
    look.catch(() => {})
    begun.set(key, look)
    return look
  }
  return {
    start: (address) => (begun.size < ahead || begun.has(plainAddress(address.url)) ? begin(address) : null),
    at: async (address) => {
      const sight = await begin(address)
      return { ...sight, evidence: stamped(sight.evidence, address) }
    },
  }
}

function stamped(evidence: Evidence, { url, ref, via, hop, binding }: Address): Evidence {
  const tie = evidence.binding === 'links_back' ? evidence.binding : binding
  return { ...evidence, url, ref, via, hop, binding: tie }
}
