import { createHash } from 'node:crypto'
import { InvalidInput } from '../../errors.ts'
import type { Severity } from '../finding.ts'
import type { PolicyPack } from './pack-schema.ts'

/** What an organization changes of a pack, by reason code: a severity of its own, or `off`. */
export type PolicyOverrides = Readonly<Record<string, Severity | 'off'>>

const MAX_ADAPTED = 200
const adapted = new WeakMap<PolicyPack, Map<string, PolicyPack>>()

/**
 * The pack as an organization has it: codes that are `off` are gone, others weigh what it says. Its version differs from
 * the pack's, so that a report names by what it was judged. Equal overrides give the same object, made ready once.
 */
export function adaptPack(pack: PolicyPack, overrides: PolicyOverrides): PolicyPack {
  const known = Object.entries(overrides)
    .filter(([code]) => pack.codes[code] !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  if (known.length === 0) return pack
  const key = JSON.stringify(known)
  const made = adapted.get(pack) ?? new Map<string, PolicyPack>()
  adapted.set(pack, made)
  const ready = made.get(key)
  if (ready) return ready
  if (made.size >= MAX_ADAPTED) made.clear()
  const fresh = withOverrides(pack, Object.fromEntries(known), key)
  made.set(key, fresh)
  return fresh
}

function withOverrides(pack: PolicyPack, overrides: PolicyOverrides, key: string): PolicyPack {
  const codes = Object.values(pack.codes).flatMap((code) => {
    const wanted = overrides[code.id]
    if (wanted === 'off') return []
    return [wanted === undefined ? code : { ...code, severity: wanted }]
  })
  return {
    ...pack,
    version: createHash('sha256').update(`${pack.version}\n${key}`).digest('hex').slice(0, 12),
    codes: Object.fromEntries(codes.map((code) => [code.id, code])),
  }
}

/**
 * Minor safety and what is said of coverage are not an organization's to silence.
 * @throws InvalidInput naming the code and what is possible
 */
export function checkOverrides(pack: PolicyPack, overrides: PolicyOverrides): void {
  for (const [id, wanted] of Object.entries(overrides)) {
    const code = pack.codes[id]
    if (!code) throw new InvalidInput(`Unknown reason code: ${id}`)
    if (code.family === 'minor_safety' || code.family === 'status')
      throw new InvalidInput(
        `${id} cannot be changed to ${wanted}: codes of ${code.family} are always reported`,
      )
  }
}
