import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Figure, Measured } from './figure.ts'
import { type Row, round } from './measure.ts'
import { isSmoke, sized } from './sized.ts'

const AT_ONCE = sized(100, 4)
const ROUNDS = sized(3, 1)
const CRAWLEE = join(import.meta.dirname, 'crawlee')

const OURS = join(import.meta.dirname, 'collect-client.ts')

/** Who fetches. Each is a process of its own, so that its memory is its own. */
const CLIENTS = [
  { name: 'undici, nothing read', script: OURS, how: 'undici' },
  { name: 'this service: fetch, nothing read', script: OURS, how: 'fetch' },
  { name: 'this service: fetch and read', script: OURS, how: 'ours' },
  { name: 'crawlee CheerioCrawler', script: join(CRAWLEE, 'crawl.mjs'), how: 'crawlee' },
] as const

type Client = (typeof CLIENTS)[number]['name']

/** By what their pages weigh, where they lie, how many pages to one of crawlee are wanted, and the number of them that takes each client some seconds. */
const SIZES: Record<string, { below: string; reach: number; pages: Record<Client, number> }> = {
  '25 KB': {
    below: '',
    reach: 6,
    pages: {
      'undici, nothing read': sized(10_000, 50),
      'this service: fetch, nothing read': sized(10_000, 50),
      'this service: fetch and read': sized(2000, 50),
      'crawlee CheerioCrawler': sized(500, 10),
    },
  },
  '100 KB': {
    below: '/large',
    reach: 6,
    pages: {
      'undici, nothing read': sized(1500, 20),
      'this service: fetch, nothing read': sized(1500, 20),
      'this service: fetch and read': sized(500, 20),
      'crawlee CheerioCrawler': sized(100, 5),
    },
  },
  '100 KB, most of it state': {
    below: '/app',
    // It leaves the state unread.
    reach: 1,
    pages: {
      'undici, nothing read': sized(1500, 20),
      'this service: fetch, nothing read': sized(1500, 20),
      'this service: fetch and read': sized(500, 20),
      'crawlee CheerioCrawler': sized(200, 5),
    },
  },
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
  const measured: Measured = { table: [], figures: [] }
  for (const [size, { below, reach, pages }] of Object.entries(SIZES)) {
    const results = await inTurns(origin + below, pages, hasCrawlee)
    measured.table.push(...tableOf(size, results))
    measured.figures.push(...figuresOf(size, reach, results))
  }
  site.kill()
  return measured
}

type Results = Map<Client, Collected[]>

/** In turns, so that what else the machine does falls on all alike. */
async function inTurns(origin: string, pages: Record<Client, number>, hasCrawlee: boolean): Promise<Results> {
  const results: Results = new Map()
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name, script, how } of CLIENTS) {
      if (how === 'crawlee' && !hasCrawlee) continue
      const client = spawn(process.execPath, [script, how, origin, String(pages[name]), String(AT_ONCE)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const collected: Collected = JSON.parse((await text(client.stdout)).trim().split('\n').at(-1) ?? '')
      results.set(name, [...(results.get(name) ?? []), collected])
    }
  }
  return results
}

function perCore(results: Results, name: Client): number {
  return median((results.get(name) ?? []).map((each) => each.pages / each.cpuSeconds))
}

function tableOf(size: string, results: Results): Row[] {
  return [...results].map(([name, measured]) => ({
    client: name,
    'pages of': size,
    'pages per CPU second': round(perCore(results, name), 0),
    'pages per second': round(median(measured.map((each) => each.pages / each.seconds)), 0),
    'to crawlee': round(perCore(results, name) / perCore(results, 'crawlee CheerioCrawler')),
    'to undici': round(perCore(results, name) / perCore(results, 'undici, nothing read')),
    'peak MiB': round(median(measured.map((each) => each.peakMiB)), 0),
    'links per page': round(median(measured.map((each) => each.links / each.pages))),
  }))
}

function figuresOf(size: string, reach: number, results: Results): Figure[] {
  const figure = (work: string, ours: Client, floor: Client, least: number): Figure => ({
    work: `${work}, ${AT_ONCE} pages of ${size} in flight, per CPU second`,
    floor: `${floor} ${round(perCore(results, floor), 0)}`,
    measured: `${round(perCore(results, ours), 0)}`,
    value: round(perCore(results, ours) / perCore(results, floor)),
    reach: { least },
  })
  const figures = [
    figure('fetch and read', 'this service: fetch and read', 'crawlee CheerioCrawler', reach),
    figure('fetch only', 'this service: fetch, nothing read', 'undici, nothing read', 0.75),
  ]
  return results.has('crawlee CheerioCrawler') ? figures : figures.slice(1)
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
