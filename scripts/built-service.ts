import { join } from 'node:path'
import { isStale } from './is-stale.ts'

/** The service in a few files, as `scripts/build-service.ts` makes it. */
export const BUILT_SERVICE = join(import.meta.dirname, '..', 'dist', 'service', 'main.js')

export function isServiceStale(): boolean {
  return isStale(BUILT_SERVICE, ['src/**/*.ts', 'sdk/*.ts', 'scripts/build-service.ts', 'package-lock.json'])
}
