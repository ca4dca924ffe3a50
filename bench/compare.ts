import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Row, round } from './measure.ts'

const KINDS = ['plain', 'state, JSON', 'state, JavaScript']
const ROUNDS = 3
const OWN = join(import.meta.dirname, '..')

interface Took {
  cpuMs: number
  ms: number
  seen: number
  requests: number
}

/**
 * What deep scans cost here against another checkout of this repository (with its `node_modules`), on the same pages, in turns: CPU time of
 * whole scans with their judging, and of looking at the pages (fetch, parse, read) alone. Each turn is a process of its own.
 */
export async function compare(other: string): Promise<Row[]> {
  const table: Row[] = []
  for (const kind of KINDS) {
    const site = spawn(process.execPath, [join(import.meta.dirname, 'compare-site.ts'), kind], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [origins] = await once(site.stdout, 'data')
    const took: { own: Turn[]; other: Turn[] } = { own: [], other: [] }
    for (let turn = 0; turn < ROUNDS; turn++) {
      // In turns, and each first as often, so that what else the machine does falls on both alike.
      const order = turn % 2 === 0 ? (['own', 'other'] as const) : (['other', 'own'] as const)
      for (const who of order)
        took[who].push(await measure(who === 'own' ? OWN : other, String(origins).trim()))
    }
    site.kill()
    for (const what of ['scans', 'looks'] as const) {
      const of = (who: 'own' | 'other', field: keyof Took) =>
        median(took[who].map((turn) => turn[what][field]))
      table.push({
        pages: kind,
        what: what === 'scans' ? 'deep scan' : 'looking at 30 pages',
        'CPU ms': round(of('own', 'cpuMs'), 0),
        'CPU ms there': round(of('other', 'cpuMs'), 0),
        ratio: round(of('own', 'cpuMs') / of('other', 'cpuMs')),
        'ratio of clocks': round(of('own', 'ms') / of('other', 'ms')),
        'pages read': `${of('own', 'seen')}, there ${of('other', 'seen')}`,
        requests: `${of('own', 'requests')}, there ${of('other', 'requests')}`,
      })
    }
  }
  return table
}

type Turn = Record<'scans' | 'looks', Took>

async function measure(root: string, origins: string): Promise<Turn> {
  const client = spawn(process.execPath, [join(import.meta.dirname, 'compare-client.ts'), root, origins], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse((await text(client.stdout)).trim().split('\n').at(-1) ?? '')
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
