import { readdirSync, readFileSync } from 'node:fs'
import { seeded } from '../test/support/seeded.ts'

export type Row = Record<string, string | number>

/** The `p`th part of the times, e.g. 0.5, in milliseconds. */
export function quantile(times: number[], p: number): number {
  const sorted = [...times].sort((a, b) => a - b)
  return round(sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))] ?? 0)
}

export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const started = performance.now()
  const result = await work()
  return { ms: performance.now() - started, result }
}

/** CPU seconds that a process has used; on Linux only, else NaN. Shared machines make it steadier than the clock. */
export function cpuSeconds(pid: number | undefined): number {
  const [own] = cpuFields(pid)
  return own
}

/** The same of an embedded server: its postmaster, the backends that run and those that have ended. */
export function serverCpuSeconds(postmaster: number | null): number {
  const backends = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const all = backends.map((pid) => cpuFields(Number(pid))).filter(([, , parent]) => parent === postmaster)
  const [own, ended] = cpuFields(postmaster)
  return all.reduce((sum, [seconds]) => sum + seconds, own + ended)
}

/** The process that started it; null where the system does not tell. */
export function parentOf(pid: number | undefined): number | null {
  const [, , parent] = cpuFields(pid)
  return parent > 0 ? parent : null
}

/** Proportional set size in MiB: what a process keeps in memory, its part of what it shares. NaN where the system does not tell. */
export function pssMib(pid: number | undefined): number {
  try {
    const kib = /^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
    return Number(kib ?? Number.NaN) / 1024
  } catch {
    return Number.NaN
  }
}

/** Its own seconds, those of its children that have ended, and its parent. */
function cpuFields(pid: number | null | undefined): [number, number, number] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [own, ended] = [11, 13].map((at) => ((fields[at] ?? 0) + (fields[at + 1] ?? 0)) / 100)
    return [own ?? 0, ended ?? 0, fields[1] ?? 0]
  } catch {
    return [Number.NaN, Number.NaN, 0]
  }
}

export function round(value: number, digits = 2): number {
  return Number(value.toFixed(digits))
}

/** A profile page of about 30 KB, as link hubs and small shops have them. */
export function bigPage(name: string, links: string[] = []): string {
  const anchors = links.map((url) => `<li><a rel="me" href="${url}">${url}</a></li>`).join('')
  const filler = Array.from(
    { length: 120 },
    (_, index) =>
      `<section class="card c${index}"><h3>Harbour number ${index}</h3><p>Oil on canvas, ${index + 20} by 40 cm, painted on a grey morning while the boats came in and the gulls waited for them.</p><em>See the print</em></section>`,
  ).join('\n')
  return `<!doctype html><html lang="en"><head><title>${name}</title><meta property="og:title" content="${name}"><meta property="og:description" content="${name} paints harbours and sells prints."></head><body><h1>${name}</h1><ul>${anchors}</ul>${filler}</body></html>`
}

const WORDS =
  'harbour canvas morning boat gull window river letter bridge market winter garden copper silver island forest violin summer kitchen lantern'.split(
    ' ',
  )

/** Of the same size and kind, with other sentences for each name: what is judged once in a scan is no second time. */
export function distinctPage(name: string): string {
  const random = seeded([...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 1e9)
  const word = () => WORDS[Math.floor(random() * WORDS.length)]
  return bigPage(name.replace('/', '')).replaceAll(
    /painted on .*? waited for them/g,
    () =>
      `painted on a ${word()} ${word()} while the ${word()} came in and the ${word()} waited for ${word()} ${word()}`,
  )
}
