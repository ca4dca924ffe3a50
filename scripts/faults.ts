import { settingsOf, startS3Server } from '../test/evidence/s3-server.ts'
import { cutStarts } from '../test/faults/cut-starts.ts'
import { fullDisk, mountDisk } from '../test/faults/disk.ts'
import { everyPut, everyQuery, everyRequest } from '../test/faults/every-io.ts'
import { kills } from '../test/faults/kills.ts'
import { network } from '../test/faults/network.ts'
import { openStage, type Stage } from '../test/faults/stage.ts'
import { starts } from '../test/faults/starts.ts'
import { seeded } from '../test/support/seeded.ts'

/**
 * `npm run test:faults [-- --seed N] [--profiles N] [--rounds N] [--only FAMILY]`: API and workers under every fault, each
 * with a batch that has to end, be told and add up (`test/faults/audit.ts`), and everybody healthy within 15 s. Two families at a time, each on
 * a database of its own. Says what held as it comes, prints a table for each family, and ends with 1 when something did not hold. `npm test`
 * runs a short form.
 */

/** One at a time leaves a core idle while its service starts again. */
const AT_ONCE = 2

const seed = numberAfter('--seed') ?? Date.now() % 100_000
const profiles = numberAfter('--profiles') ?? 2000
const rounds = numberAfter('--rounds') ?? 20
const only = wordAfter('--only')

const FAMILIES: Record<string, () => AsyncGenerator<object>> = {
  kills: () => onStage((stage) => kills(stage, { profiles, rounds })),
  network: () => onStage((stage) => network(stage, { profiles: Math.min(profiles, 500), seconds: 10 })),
  serve: () => onStage((stage) => kills(stage, { profiles, rounds, victims: ['serve'] }), { roles: 'all' }),
  browsers: onBrowsers,
  queries: () => onStage((stage) => everyQuery(stage, { most: 120 })),
  requests: () => onStage((stage) => everyRequest(stage, { most: 40 })),
  puts: onS3,
  disk: onFullDisk,
  starts: () => starts(seeded(seed), Math.min(rounds, 10)),
  'cut-starts': () =>
    onStage(({ service: { opened } }) => cutStarts(opened.url, { TOSCAN_SECRET_KEY: opened.secretKey })),
}

console.log(`--seed ${seed} --profiles ${profiles} --rounds ${rounds}`)
let failed = false
const left = Object.entries(FAMILIES).filter(([name]) => only === null || only === name)
await Promise.all(Array.from({ length: AT_ONCE }, runFamilies))
process.exit(failed ? 1 : 0)

/** Takes families one after the other until none is left. */
async function runFamilies() {
  for (let next = left.shift(); next; next = left.shift()) {
    const [name, family] = next
    const began = performance.now()
    const minutes = () => ((performance.now() - began) / 60_000).toFixed(1)
    const found: object[] = []
    try {
      for await (const row of family()) {
        found.push(row)
        console.log(`${name}, after ${minutes()} min:`, JSON.stringify(row))
      }
    } catch (error) {
      failed = true
      console.error(`${name}, after ${minutes()} min:`, error)
    }
    console.table(found)
  }
}

/** Each family has one of its own. */
async function* onStage(
  work: (stage: Stage) => AsyncGenerator<object>,
  options: Parameters<typeof openStage>[0] = {},
): AsyncGenerator<object> {
  const stage = await openStage({ seed, ...options })
  try {
    yield* work(stage)
  } finally {
    await stage.close()
  }
}

async function* onS3(): AsyncGenerator<object> {
  const s3 = await startS3Server()
  try {
    yield* onStage((stage) => everyPut(stage, s3, { most: 20 }), { env: settingsOf(s3) })
  } finally {
    await s3.close()
  }
}

/** Profiles that a script writes. */
async function* onBrowsers(): AsyncGenerator<object> {
  const page = (path: string) =>
    `<!doctype html><title>${path}</title><div id="root"></div><script>document.getElementById('root').textContent = '${path} paints harbours.'</script>`
  const env = { TOSCAN_BROWSER: 'auto' }
  const few = Math.min(profiles, 100)
  yield* onStage(
    (stage) => kills(stage, { profiles: few, rounds: Math.min(rounds, 5), victims: ['browser'] }),
    {
      env,
      page,
    },
  )
}

async function* onFullDisk(): AsyncGenerator<object> {
  const disk = mountDisk(16)
  if (disk === null)
    return yield { fault: 'evidence disk full', note: 'left out: nothing can be mounted here' }
  try {
    const env = { TOSCAN_DATA_DIR: disk.dataDir }
    yield* onStage((stage) => fullDisk(stage, disk, { profiles: Math.min(profiles, 500) }), { env })
  } finally {
    disk.unmount()
  }
}

function wordAfter(option: string): string | null {
  const at = process.argv.indexOf(option)
  return at < 0 ? null : (process.argv[at + 1] ?? null)
}

function numberAfter(option: string): number | null {
  const word = wordAfter(option)
  return word === null ? null : Number(word)
}
