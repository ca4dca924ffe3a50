import { fileURLToPath } from 'node:url'
import { loadPolicyPack } from '../../src/policy/pack/pack.ts'
import type { PolicyPack } from '../../src/policy/pack/pack-schema.ts'
import { WORDS_FOLDER } from './words.ts'

/** The built-in policies, with the world's own list of made-up terms. */
export function worldPolicies(): PolicyPack {
  return loadPolicyPack(
    [fileURLToPath(new URL('../../policies', import.meta.url))],
    [`${WORDS_FOLDER}/lists`],
  )
}
