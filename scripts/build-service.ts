import { globSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import type { Plugin } from 'rolldown'
import { buildOnce } from './build-once.ts'
import { buildTables } from './build-tables.ts'
import { areTablesStale, BUILT_SERVICE, isServiceStale } from './built-service.ts'

/**
 * Before `npm start` and the tests: `src` and what it imports in a few files, and what the built-in pack is made ready to, where these are missing or
 * older than what they are made of. A process that finds 2,100 modules one by one spends a second of the processor on it in each start, and another
 * on the pack. A failed build stops nothing: `src/main.ts` is the same program.
 */

const ROOT = join(import.meta.dirname, '..')
const OUT = dirname(BUILT_SERVICE)
const NEW = `${OUT}-${process.pid}`
/** Started or imported by a name that is put together when the program runs: each stays a file of its own. */
const NAMED = ['src/**/*-worker.ts', 'src/platforms/sites/*.ts']
/** The names of those, and everything else that tells where a module lies. */
const PLACES =
  /(new URL\('\.\/[\w-]+-worker\.)ts(?=', import\.meta\.url\))|(?<!new URL\('\.\/[\w-]+-worker\.ts', )import\.meta\.(url|dirname|filename)|import\(`\.\/sites\/\$\{file\}`\)/g
/** These look for files beside themselves, or ask who has loaded them. */
const UNBUNDLED = [
  /^@fastify\/swagger$/,
  /^commander$/,
  /^pg-native$/,
  /^pino($|\/)/,
  /^playwright-core($|\/)/,
  /^thread-stream$/,
]

// A core for each.
await Promise.all([
  buildOnce('service', isServiceStale, build).catch((error) =>
    console.error(`${error}\nThe service could not be bundled; it runs from its sources.`),
  ),
  buildOnce('tables', areTablesStale, () => buildTables(ROOT)).catch((error) =>
    console.error(`${error}\nThe service makes them itself.`),
  ),
])

async function build() {
  console.error('Building the service …')
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({
    cwd: ROOT,
    input: { main: 'src/main.ts', ...entries() },
    platform: 'node',
    external: UNBUNDLED,
    plugins: [ownPlaces()],
    onLog: (level, log) => {
      if (level === 'warn') throw new Error(log.message)
    },
  })
  try {
    // All in one folder, so that one path leads from each to the sources; and there as a whole, or not at all.
    await bundle.write({
      dir: NEW,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: 'part-[hash].js',
      // V8 keeps the text of a program for as long as it runs, each letter as two bytes where one of them is not Latin.
      charset: 'ascii',
      comments: { legal: true, annotation: false, jsdoc: false },
    })
    rmSync(OUT, { recursive: true, force: true })
    renameSync(NEW, OUT)
  } catch (error) {
    rmSync(NEW, { recursive: true, force: true })
    throw error
  }
}

function entries(): Record<string, string> {
  const files = globSync(NAMED, { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'))
  return Object.fromEntries(files.map((file) => [basename(file, '.ts'), file]))
}

/** A bundled module still finds the migrations, policies and other data beside which it was written. */
function ownPlaces(): Plugin {
  return {
    name: 'own-places',
    transform(code, id) {
      if (!code.includes('import.meta.')) return null
      const written = `new URL(${JSON.stringify(relative(OUT, id))}, import.meta.url)`
      return code.replace(PLACES, (_found: string, worker?: string, of?: string) => {
        if (worker !== undefined) return `${worker}js`
        if (of === 'url') return `${written}.href`
        if (of === 'filename') return `process.getBuiltinModule('node:url').fileURLToPath(${written})`
        if (of === 'dirname')
          return `process.getBuiltinModule('node:url').fileURLToPath(new URL('.', ${written}))`
        return "import('./' + file.slice(0, -'.ts'.length) + '.js')"
      })
    },
  }
}
