import { fileURLToPath } from 'node:url'
import { compilePack } from '../src/policy/pack/compile-pack.ts'
import { loadPolicyPack } from '../src/policy/pack/pack.ts'
import { memory } from './memory.ts'

/** A process of its own that reads the built-in pack and makes it ready, and says what that took; its parent says where Node keeps what it compiles. */
const before = memory()
const started = performance.now()
compilePack(loadPolicyPack([fileURLToPath(new URL('../policies', import.meta.url))]))
const ms = performance.now() - started
process.stdout.write(JSON.stringify({ ms, mb: memory() - before }))
