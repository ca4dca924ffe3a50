import { existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/** Whether a build is missing, or older than one of the files that it is made of: patterns from the root. */
export function isStale(built: string, sources: string[]): boolean {
  if (!existsSync(built)) return true
  const { mtimeMs } = statSync(built)
  return globSync(sources, {
    cwd: ROOT,
    withFileTypes: true,
    exclude: ({ name }) => name === 'dist' || name === 'node_modules',
  })
    .filter((entry) => entry.isFile())
    .some((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs > mtimeMs)
}
