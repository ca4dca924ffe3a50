import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Figure, Measured } from './figure.ts'
import { round } from './measure.ts'
import { isSmoke, sized } from './sized.ts'

const AT_ONCE = sized(100, 4)
const ROUNDS = sized(3, 1)
const CRAWLEE = join(import.meta.dirname, 'crawlee')

/** Who fetches, with the number of pages that takes some seconds. Each is a process of its own, so that its memory is its own. */
const CLIENTS = {
  'undici, nothing read': {
    script: join(import.meta.dirname, 'collect-client.ts'),
    how: 'undici',
    pages: sized(10_000, 50),
  },
  'this service: fetch, nothing read': {
    script: join(import.meta.dirname, 'collect-client.ts'),
    how: 'fetch',
    pages: sized(10_000, 50),
  },
  'this service: fetch and read': {
    script: join(import.meta.dirname, 'collect-client.ts'),
    how: 'ours',
    pages: sized(2000, 50),
  },
  'crawlee CheerioCrawler': { script: join(CRAWLEE, 'crawl.mjs'), how: 'crawlee', pages: sized(500, 10) },
}

interface Collected {
  pages: number
  cpuSeconds: number
  seconds: number
  peakMiB: number
  /** Links and titles that were read, to see that all did the same work. */
  links: number
}

/** Pages per second of one core, 100 in flight, against bare undici and a crawler that people use, on the same site. */
export async function collect(): Promise<Measured> {
  // From the network, which a smoke run does without.
  const hasCrawlee = existsSync(join(CRAWLEE, 'node_modules')) || !isSmoke
  if (hasCrawlee && !existsSync(join(CRAWLEE, 'node_modules')))
    spawnSync('npm', ['ci', '--prefix', CRAWLEE], { stdio: 'inherit' })
  const site = spawn(process.execPath, [join(import.meta.dirname, 'collect-site.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [first] = await once(site.stdout, 'data')
  const origin = String(first).trim()
  const results = new Map<string, Collected[]>()
  // In turns, so that what else the machine does falls on all alike.
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, { script, how, pages }] of Object.entries(CLIENTS)) {
      if (how === 'crawlee' && !hasCrawlee) continue
      const client = spawn(process.execPath, [script, how, origin, String(pages), String(AT_ONCE)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const measured: Collected = JSON.parse((await text(client.stdout)).trim().split('\n').at(-1) ?? '')
      results.set(name, [...(results.get(name) ?? []), measured])
    }
  }
  site.kill()
  const perCore = (name: string) =>
    median((results.get(name) ?? []).map((each) => each.pages / each.cpuSeconds))
  const table = [...results].map(([name, measured]) => ({
    client: name,
    'pages per CPU second': round(perCore(name), 0),
    'pages per second': round(median(measured.map((each) => each.pages / each.seconds)), 0),
    'to crawlee': round(perCore(name) / perCore('crawlee CheerioCrawler')),
    'to undici': round(perCore(name) / perCore('undici, nothing read')),
    'peak MiB': round(median(measured.map((each) => each.peakMiB)), 0),
    'links per page': round(median(measured.map((each) => each.links / each.pages))),
  }))
  const figure = (work: string, ours: string, floor: string, least: number): Figure => ({
    work: `${work}, ${AT_ONCE} pages of 25 KB in flight, per CPU second`,
    floor: `${floor} ${round(perCore(floor), 0)}`,
    measured: `${round(perCore(ours), 0)}`,
    value: round(perCore(ours) / perCore(floor)),
    reach: { least },
  })
  const figures = [
    figure('fetch and read', 'this service: fetch and read', 'crawlee CheerioCrawler', 6),
    figure('fetch only', 'this service: fetch, nothing read', 'undici, nothing read', 0.75),
  ]
  return { table, figures: hasCrawlee ? figures : figures.slice(1) }
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
