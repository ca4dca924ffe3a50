import type { KeyObject } from 'node:crypto'
import type { Vault } from '../context.ts'
import { signingKey } from './sign.ts'

/** Keys that are kept opened; those asked for longest ago go first. */
const MOST_KEPT = 1000

/** Opens sealed secrets, each once for many attempts: to open one and make a key of it costs more than to sign with it. */
export function createSigningKeys(vault: Pick<Vault, 'open'>): (sealed: string) => KeyObject {
  const kept = new Map<string, KeyObject>()
  return (sealed) => {
    const key = kept.get(sealed) ?? signingKey(vault.open(sealed))
    kept.delete(sealed)
    kept.set(sealed, key)
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_KEPT) break
      kept.delete(oldest)
    }
    return key
  }
}
