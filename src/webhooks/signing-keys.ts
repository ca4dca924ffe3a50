import type { KeyObject } from 'node:crypto'
import type { Vault } from '../context.ts'
import { splitSecrets } from '../db/webhooks/webhook-secrets.ts'
import { signingKey } from './sign.ts'

/** Organizations whose keys are kept opened; those asked for longest ago go first. */
const MOST_KEPT = 1000

/**
 * Opens the sealed secrets of an organization, blanks between them, once for many attempts: to open one and make a key of it costs more than to
 * sign with it.
 */
export function createSigningKeys(vault: Pick<Vault, 'open'>): (sealed: string) => KeyObject[] {
  const kept = new Map<string, KeyObject[]>()
  let last = { sealed: '', keys: [] as KeyObject[] }
  return (sealed) => {
    // Deliveries of one organization come one after the other.
    if (sealed === last.sealed) return last.keys
    const keys = kept.get(sealed) ?? openKeys(vault, sealed)
    last = { sealed, keys }
    kept.delete(sealed)
    kept.set(sealed, keys)
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_KEPT) break
      kept.delete(oldest)
    }
    return keys
  }
}

/** The same of those that are used once. */
export function openKeys(vault: Pick<Vault, 'open'>, sealed: string): KeyObject[] {
  return splitSecrets(sealed).map((secret) => signingKey(vault.open(secret)))
}
