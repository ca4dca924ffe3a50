import { readdir, readFile } from 'node:fs/promises'

/** One process of a browser, as the system tells it now. */
export interface TreeProcess {
  pid: number
  /** Bytes that are its own, or shared with others of the tree without a file behind them; swapped ones too. */
  own: number
  /** Bytes of files that it has in memory: programs and fonts, which all of them share. */
  ofFiles: number
}

/** A browser's process and those that it started, itself first; none where it has ended or the system does not tell (only Linux does). */
export async function processTree(pid: number): Promise<TreeProcess[]> {
  const found: TreeProcess[] = []
  const open = [pid]
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const [status, children] = await Promise.all([
      read(`/proc/${next}/status`),
      childrenOf(next, next === pid),
    ])
    if (status === '') continue
    const bytes = (name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024
    found.push({
      pid: next,
      own: bytes('RssAnon') + bytes('RssShmem') + bytes('VmSwap'),
      ofFiles: bytes('RssFile'),
    })
    open.push(...children)
  }
  return found
}

/** Bytes that these hold together. What lies in files is counted once. */
export function memoryOf(processes: readonly TreeProcess[]): number {
  const own = processes.reduce((sum, each) => sum + each.own, 0)
  return own + Math.max(0, ...processes.map(({ ofFiles }) => ofFiles))
}

/** Of those that show pages the one that holds most; undefined where none does. */
export async function largestRenderer(processes: readonly TreeProcess[]): Promise<TreeProcess | undefined> {
  const shows = await Promise.all(
    processes.map(async ({ pid }) => (await read(`/proc/${pid}/cmdline`)).includes('--type=renderer')),
  )
  return processes.filter((_, index) => shows[index]).toSorted((a, b) => b.own - a.own)[0]
}

/** Whether `pid` descends from this very process: another number of it, in a container, would name a stranger. */
export async function isOurs(pid: number): Promise<boolean> {
  for (let at = pid; at > 1; ) {
    const parent = Number(/^PPid:\s+(\d+)/m.exec(await read(`/proc/${at}/status`))?.[1] ?? 0)
    if (parent === process.pid) return true
    at = parent
  }
  return false
}

/** Ends them at once. */
export function killAll(processes: readonly TreeProcess[]): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Of a process below the root only its first thread has any: it starts no others, or is one that does nothing else. */
async function childrenOf(pid: number, isRoot: boolean): Promise<number[]> {
  const threads = isRoot ? await list(`/proc/${pid}/task`) : [String(pid)]
  const children = await Promise.all(threads.map((thread) => read(`/proc/${pid}/task/${thread}/children`)))
  return children.flatMap((text) => text.split(' ').filter(Boolean).map(Number))
}

/** Processes and threads end while they are looked at: what is gone is empty. */
function read(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}

function list(path: string): Promise<string[]> {
  return readdir(path).catch(() => [])
}
