import { fileURLToPath } from 'node:url'
import { loadPolicyPack } from '../../src/policy/pack/pack.ts'
import type { PolicyPack } from '../../src/policy/pack/pack-schema.ts'
import { WORDS_FOLDER } from './words.ts'

let policies: PolicyPack | undefined

/** The built-in policies, with the world's own list of made-up terms: read, and made ready, once for all worlds of a process. */
export function worldPolicies(): PolicyPack {
  policies ??= loadPolicyPack(
    [fileURLToPath(new URL('../../policies', import.meta.url))],
    [`${WORDS_FOLDER}/lists`],
  )
  return policies
}
