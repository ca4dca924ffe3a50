import { fileURLToPath } from 'node:url'
import { loadPolicyPack } from '../../src/policy/pack/pack.ts'

/** The pack of this repository, read once for all tests. */
export const pack = loadPolicyPack([fileURLToPath(new URL('../../policies', import.meta.url))])
