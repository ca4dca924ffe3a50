import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import { InvalidInput } from '../../errors.ts'

/** Servers that a person has signed in to from here: the one that commands go to, and a key for each. */
const Logins = z.object({ server: z.string().nullable(), keys: z.record(z.string(), z.string()) })
export type Logins = z.infer<typeof Logins>

/** @throws InvalidInput where the file is not ours */
export function readLogins({ loginFile }: Pick<Config, 'loginFile'>): Logins {
  const text = loginFile === undefined ? null : readIfThere(loginFile)
  if (text === null) return { server: null, keys: {} }
  try {
    return Logins.parse(JSON.parse(text))
  } catch (cause) {
    throw new InvalidInput(`${loginFile} is not what toscan login writes: remove it`, { cause })
  }
}

/** For its owner's eyes alone, whatever it was before, and never half written. @throws InvalidInput where there is no place for it */
export function writeLogins({ loginFile }: Pick<Config, 'loginFile'>, logins: Logins): string {
  if (loginFile === undefined)
    throw new InvalidInput('This account has no home folder: name one for settings by XDG_CONFIG_HOME')
  const partial = `${loginFile}.${process.pid}`
  try {
    mkdirSync(dirname(loginFile), { recursive: true, mode: 0o700 })
    writeFileSync(partial, `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    renameSync(partial, loginFile)
  } catch (cause) {
    rmSync(partial, { force: true })
    throw new InvalidInput(
      `${loginFile} cannot be written: ${cause instanceof Error ? cause.message : cause}`,
      {
        cause,
      },
    )
  }
  return loginFile
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null
    throw new InvalidInput(`${path} cannot be read`, { cause })
  }
}
