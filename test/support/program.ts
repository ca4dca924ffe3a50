import { join } from 'node:path'
import { BUILT_SERVICE, isServiceStale } from '../../scripts/built-service.ts'

/** What tests start as a process of its own: the service as `npm start` has it, and as it is written where nobody has built it since. */
export const PROGRAM = isServiceStale()
  ? join(import.meta.dirname, '..', '..', 'bin', 'toscan.js')
  : BUILT_SERVICE

/** The bounds of memory that `npm start` and the image start it with. */
export const AS_STARTED = {
  NODE_OPTIONS: '--max-semi-space-size=8',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
}
