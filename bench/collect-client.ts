import { Agent, request } from 'undici'
import { parseEgressAllow } from '../src/net/guard/address-guard.ts'
import { createFetchPage } from '../src/net/http/fetch-page.ts'
import { readGeneric } from '../src/platforms/sites/generic.ts'

/** `collect-client.ts ours|fetch|undici <origin> <pages> <at once>`: fetches them all and prints what it took, as one line of JSON. */
const [how, origin, pages, atOnce] = process.argv.slice(2)

async function ours(connections: number) {
  const { fetchPage } = createFetchPage({
    allow: parseEgressAllow('127.0.0.1'),
    userAgent: 'Toscan/bench',
    perHostConcurrency: connections,
    timeoutMs: 60_000,
  })
  return async (url: string) => {
    const result = await fetchPage({ url })
    if (!result.ok || result.response.status !== 200) throw new Error(`${url} was not fetched`)
    return readGeneric(result.response).profile?.links.length ?? 0
  }
}

/** Vetted, pinned, hashed, and not read: what comes is no page. */
async function fetchOnly(connections: number) {
  const read = await ours(connections)
  return (url: string) => read(`${url}?as=bytes`)
}

async function bare(connections: number) {
  const dispatcher = new Agent({ connections })
  return async (url: string) => {
    const { body } = await request(url, { dispatcher })
    await body.arrayBuffer()
    return 0
  }
}

const fetchOne = await { ours, fetch: fetchOnly, undici: bare }[how as 'ours' | 'fetch' | 'undici'](
  Number(atOnce),
)

async function fetchAll(folder: string): Promise<number> {
  let next = 0
  let links = 0
  await Promise.all(
    Array.from({ length: Number(atOnce) }, async () => {
      while (next < Number(pages)) {
        const found = await fetchOne(`${origin}/${folder}/${next++}`)
        links += found
      }
    }),
  )
  return links
}

// Starting threads and compiling, which goes on for thousands of calls, is not what is measured of a service that runs for weeks.
await fetchAll('warm')
const cpuBefore = process.cpuUsage()
const started = performance.now()
const links = await fetchAll('page')
const { user, system } = process.cpuUsage(cpuBefore)
console.log(
  JSON.stringify({
    pages: Number(pages),
    cpuSeconds: (user + system) / 1e6,
    seconds: (performance.now() - started) / 1000,
    peakMiB: process.resourceUsage().maxRSS / 1024,
    links,
  }),
)
process.exit(0)
