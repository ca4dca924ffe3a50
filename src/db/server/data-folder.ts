import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Unavailable } from '../../errors.ts'

/**
 * Makes the folder where it is not there yet.
 * @throws Unavailable when nothing can be written there
 */
export function prepareDataFolder(dataDir: string) {
  const probe = join(dataDir, `.probe-${process.pid}`)
  try {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(probe, 'x'.repeat(4096))
    rmSync(probe)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''
    throw new Unavailable(
      `Nothing can be written into the data folder ${dataDir}${code}. Set TOSCAN_DATA_DIR to a folder that the account which runs Toscan may write into.`,
      { cause },
    )
  }
}
