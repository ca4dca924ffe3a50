import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { send } from '../support/call.ts'
import { until } from '../support/until.ts'
import { portOf, type Row, type Stage, underFault } from './stage.ts'

/** A data folder whose evidence lies on a file system in memory of so many MiB; null where none can be mounted (that takes root, and a container that may). */
export function mountDisk(mebibytes: number): { dataDir: string; unmount(): void } | null {
  const dataDir = mkdtempSync(join(tmpdir(), 'toscan-disk-'))
  chmodSync(dataDir, 0o755)
  const folder = evidenceIn(dataDir)
  mkdirSync(folder)
  const options = `size=${mebibytes}m,mode=700`
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status !== 0) {
    rmSync(dataDir, { recursive: true })
    return null
  }
  const unmount = () => {
    spawnSync('umount', ['-l', folder])
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { dataDir, unmount }
}

function evidenceIn(dataDir: string): string {
  return join(dataDir, 'evidence')
}

/** The disk that the evidence lies on is full while a batch runs, and then has room again: workers pause, and go on by themselves. */
export async function* fullDisk(
  stage: Stage,
  disk: { dataDir: string },
  { profiles }: { profiles: number },
): AsyncGenerator<Row> {
  const filler = join(evidenceIn(disk.dataDir), 'filler')
  const bring = async () => {
    fill(filler)
    await until('a worker takes no more scans', async () => {
      const answers = await Promise.all(
        stage.workers().map((worker) => send(portOf(worker), 'GET', '/readyz').catch(() => null)),
      )
      return answers.some((answer) => answer?.status === 503 && /evidence store/.test(answer.text))
    })
    rmSync(filler)
  }
  yield await underFault(stage, 'evidence disk full', { profiles, bring })
}

/** Writes into a file for as long as its disk takes anything. */
export function fill(file: string) {
  for (let bytes = 1 << 20; bytes >= 512; bytes /= 2)
    for (let more = true; more; ) {
      try {
        writeFileSync(file, Buffer.alloc(bytes, 1), { flag: 'a' })
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
        more = false
      }
    }
}
