import { join } from 'node:path'
import { isStale } from './is-stale.ts'

/** The service in a few files, as `scripts/build-service.ts` makes it. */
export const BUILT_SERVICE = join(import.meta.dirname, '..', 'dist', 'service', 'main.js')

/** What the built-in pack is made ready to, as `scripts/build-tables.ts` makes it. */
const BUILT_TABLES = join(import.meta.dirname, '..', 'dist', 'toscan-tables')

export function isServiceStale(): boolean {
  return isStale(BUILT_SERVICE, [
    'src/**/*.{ts,json}',
    'sdk/*.ts',
    'scripts/build-service.ts',
    'package-lock.json',
  ])
}

export function areTablesStale(): boolean {
  return isStale(BUILT_TABLES, [
    'src/policy/**/*.ts',
    'policies/**/*',
    'scripts/*-tables.ts',
    'package-lock.json',
  ])
}
