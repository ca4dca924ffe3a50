import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const MAKER = join(import.meta.dirname, 'make-tables.ts')

/**
 * What the built-in pack is made ready to, into `dist/toscan-tables` of a tree of ours: 15 MB, named by hashes of all that they hang on, which a
 * process reads in less than a tenth of a second, where making them takes it more than one. A service without them makes them itself.
 * @param root the repository, or the package that is being made of it
 * @throws where they could not be made
 */
export async function buildTables(root: string): Promise<void> {
  const dist = join(root, 'dist')
  const out = join(dist, 'toscan-tables')
  rmSync(out, { recursive: true, force: true })
  mkdirSync(dist, { recursive: true })
  const kept = mkdtempSync(join(dist, 'tables-'))
  try {
    const child = spawn(process.execPath, [MAKER, root], {
      env: { ...process.env, NODE_COMPILE_CACHE: kept, NODE_DISABLE_COMPILE_CACHE: undefined },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const [status] = await once(child, 'close')
    if (status !== 0) throw new Error(`The tables of the policy pack could not be made (${status})`)
    const whole = join(kept, 'whole')
    mkdirSync(whole)
    // Copies, which whoever runs the service may read: what a process keeps is its user's alone.
    for (const file of globSync('*/toscan-tables/*.bin', { cwd: kept }))
      writeFileSync(join(whole, basename(file)), readFileSync(join(kept, file)))
    renameSync(whole, out)
  } finally {
    rmSync(kept, { recursive: true, force: true })
  }
}
