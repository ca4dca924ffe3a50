import { readFileSync } from 'node:fs'

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
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return Number.NaN
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
