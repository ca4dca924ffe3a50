import { join } from 'node:path'
import type { ScanContext } from '../src/pipeline/scan.ts'

/**
 * `compare-client.ts <checkout> <origins as JSON>`: deep scans of the first origin by the code of that checkout, and looks at each of the
 * others. Prints what they took as one line of JSON.
 */
const [root = '', origins = '[]'] = process.argv.slice(2)
const [creator = '', ...pages]: string[] = JSON.parse(origins)
const WARM = 2
const SCANS = 4
const ROUNDS_OF_PAGES = 6

/** The shapes are this checkout's; one that has others fails here, and loudly. */
async function load<T>(path: string): Promise<T> {
  return import(join(root, 'src', path)) as Promise<T>
}
const [
  { createFetchPage },
  { parseEgressAllow },
  { loadPlatforms },
  { loadPolicyPack },
  { scanProfile },
  { look },
] = await Promise.all([
  load<typeof import('../src/net/http/fetch-page.ts')>('net/http/fetch-page.ts'),
  load<typeof import('../src/net/guard/address-guard.ts')>('net/guard/address-guard.ts'),
  load<typeof import('../src/platforms/index.ts')>('platforms/index.ts'),
  load<typeof import('../src/policy/pack/pack.ts')>('policy/pack/pack.ts'),
  load<typeof import('../src/pipeline/scan.ts')>('pipeline/scan.ts'),
  load<typeof import('../src/pipeline/collect/look.ts')>('pipeline/collect/look.ts'),
])

let requests = 0
const { fetchPage } = createFetchPage({
  allow: parseEgressAllow('127.0.0.1'),
  userAgent: 'Toscan/bench',
  onRequest: () => requests++,
})
const context: ScanContext = {
  fetchPage,
  platforms: await loadPlatforms(),
  policies: loadPolicyPack([join(root, 'policies')]),
  search: null,
}

let visit = 0
/** Another path each time: equal bytes at one address are parsed once. */
async function scan(): Promise<number> {
  const url = `${creator}/alice${visit++}`
  const result = await scanProfile(
    context,
    { url, mode: 'deep' },
    (_, work) => work(),
    new AbortController().signal,
  )
  if (result.status !== 'completed') throw new Error(result.error)
  return result.coverage.urls_visited
}

async function lookAtAll(): Promise<number> {
  const path = `alice${visit++}`
  const sights = await Promise.all(
    pages.map((origin) => {
      const address = { url: `${origin}/${path}`, ref: 'page', via: null, hop: 0, binding: 'own' as const }
      return look({ ...context, signal: new AbortController().signal }, address, null)
    }),
  )
  return sights.filter(({ evidence }) => evidence.outcome === 'ok').length
}

async function measured(times: number, work: () => Promise<number>) {
  const asked = requests
  const cpuBefore = process.cpuUsage()
  const started = performance.now()
  let seen = 0
  for (let time = 0; time < times; time++) seen += await work()
  const { user, system } = process.cpuUsage(cpuBefore)
  return {
    cpuMs: (user + system) / 1000 / times,
    ms: (performance.now() - started) / times,
    seen: seen / times,
    requests: (requests - asked) / times,
  }
}

// Starting threads and compiling is not what is measured of a service that runs for weeks.
for (let time = 0; time < WARM; time++) await scan()
await lookAtAll()
const scans = await measured(SCANS, scan)
const looks = await measured(ROUNDS_OF_PAGES, lookAtAll)
console.log(JSON.stringify({ scans, looks }))
process.exit(0)
