import { accessSync, constants, globSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, isAbsolute, join } from 'node:path'
import { InvalidInput } from '../../errors.ts'

/**
 * The Chromium that `TOSCAN_BROWSER` means: `off`, a path, or `auto` for the first one found.
 * @param searchPath the folders of `PATH`
 * @returns null for none
 * @throws {InvalidInput} when a path was given and no program lies there.
 */
export function findBrowser(setting: string, searchPath: string): string | null {
  if (setting === 'off') return null
  if (setting === 'auto') return installedBrowser(searchPath)
  if (isProgram(setting)) return setting
  throw new InvalidInput(
    `TOSCAN_BROWSER: no program at ${setting}. Give the path of a Chromium, "auto" to look for one, or "off".`,
  )
}

/** The headless shell first: it starts faster and takes half the memory. */
// biome-ignore format: a list
const NAMES = [
  'chromium-headless-shell', 'chrome-headless-shell', 'headless_shell', 'chromium', 'chromium-browser', 'google-chrome',
  'google-chrome-stable', 'chrome',
]

// biome-ignore format: a list
const USUAL_PLACES = [
  '/usr/bin', '/usr/local/bin', '/usr/lib/chromium', '/usr/lib/chromium-browser', '/snap/bin', '/opt/google/chrome', '/opt/homebrew/bin',
]

const APPLICATIONS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Where `npx playwright-core install chromium-headless-shell` puts it. */
const PLAYWRIGHT_CACHES = ['.cache/ms-playwright', 'Library/Caches/ms-playwright']
const IN_CACHE = 'chromium_headless_shell-*/*/{headless_shell,chrome-headless-shell}'

function installedBrowser(searchPath: string): string | null {
  const folders = [...searchPath.split(delimiter).filter((folder) => isAbsolute(folder)), ...USUAL_PLACES]
  const installed = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...installed, ...APPLICATIONS].find(isProgram) ?? cachedBrowser()
}

function cachedBrowser(): string | null {
  for (const cache of PLAYWRIGHT_CACHES) {
    const cwd = join(homedir(), cache)
    const found = globSync(IN_CACHE, { cwd })
      .map((path) => join(cwd, path))
      .filter(isProgram)
    if (found.length > 0) return found.sort().at(-1) ?? null
  }
  return null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
