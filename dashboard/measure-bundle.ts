import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { OUTPUT } from './vite-config.ts'

/** kB of gzip, scripts and styles. */
const MOST_IN_ALL = 420
const MOST_FOR_THE_FIRST_SCREEN = 190

/** What the built files weigh, as lines to print, and which limits they break. */
export function measureBundle(): { lines: string[]; faults: string[] } {
  const folder = join(OUTPUT, 'assets')
  const page = readFileSync(join(OUTPUT, 'index.html'), 'utf8')
  const files = readdirSync(folder)
    .filter((name) => /\.(js|css)$/.test(name))
    .map((name) => ({ name, size: gzipSync(readFileSync(join(folder, name))).length / 1000 }))
    .sort((a, b) => b.size - a.size)
  const first = new Set(files.map(({ name }) => name).filter((name) => page.includes(name)))
  // The first screen is Home: what the page names and the file of Home, each with everything that it needs in turn.
  const home = files.find(({ name }) => name.startsWith('home-page'))
  if (home) first.add(home.name)
  for (const name of first) for (const needed of importsOf(join(folder, name))) first.add(needed)

  const inAll = sum(files)
  const atFirst = sum(files.filter(({ name }) => first.has(name)))
  return {
    lines: [
      ...files.map(({ name, size }) => `${size.toFixed(1).padStart(7)} kB  ${name}`),
      `${atFirst.toFixed(1).padStart(7)} kB  first screen (at most ${MOST_FOR_THE_FIRST_SCREEN})`,
      `${inAll.toFixed(1).padStart(7)} kB  in all (at most ${MOST_IN_ALL}), gzip`,
    ],
    faults: [
      ...(atFirst > MOST_FOR_THE_FIRST_SCREEN ? ['The first screen is too heavy.'] : []),
      ...(inAll > MOST_IN_ALL ? ['The dashboard is too heavy.'] : []),
    ],
  }
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g)].map((match) => match[1] ?? '')
}

function sum(files: { size: number }[]): number {
  return files.reduce((total, file) => total + file.size, 0)
}
