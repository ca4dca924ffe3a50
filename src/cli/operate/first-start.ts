import { fstatSync, statSync } from 'node:fs'
import { createVault } from '../../auth/vault.ts'
import type { Config } from '../../config.ts'
import { firstStart, firstStartShown } from '../../db/deployment/first-start.ts'
import { NotFound, Unavailable } from '../../errors.ts'
import { type Opened, withDatabase } from '../start/start.ts'

/** What a first start makes. */
export interface Credentials {
  orgId: string
  email: string
  password: string
  key: string
}

/** Shows what the first start made, where nobody could see it then. */
export async function showFirstStart(config: Config) {
  await withDatabase(config, async ({ db, secretKey }) => {
    const { unshown } = await firstStart(db)
    if (unshown === null)
      throw new NotFound(
        'There is nothing left to show. For a new password: toscan user reset-password; for a new key: toscan key create',
      )
    const reason = await showCredentials({ db }, JSON.parse(createVault(secretKey).open(unshown)))
    if (reason !== null) throw new Unavailable(`Standard output takes nothing: ${reason}`)
  })
}

/**
 * Prints the credentials, and forgets them once they were: until then they are kept sealed.
 * @returns null; or why nobody can have seen them
 */
export async function showCredentials(
  { db }: Pick<Opened, 'db'>,
  { orgId, email, password, key }: Credentials,
): Promise<string | null> {
  const reason = await print(
    [
      '',
      'First start: an organization was made. Keep these, they are not shown again.',
      `  organization  ${orgId}`,
      `  sign-in       ${email}  ${password}`,
      `  API key       ${key}`,
      '\n',
    ].join('\n'),
  )
  if (reason === null) await firstStartShown(db)
  return reason
}

/** Whether standard output took it: `console.log` says nothing of a pipe that nobody reads any more. */
function print(text: string): Promise<string | null> {
  if (leadsNowhere()) return Promise.resolve('it leads nowhere')
  return new Promise((resolve) => {
    process.stdout.write(text, (error) => resolve(error ? error.message : null))
  })
}

/** As a closed one does, in whose place Node opens `/dev/null`. */
function leadsNowhere(): boolean {
  try {
    const output = fstatSync(process.stdout.fd)
    return output.isCharacterDevice() && output.rdev === statSync('/dev/null').rdev
  } catch {
    // Of another system: what is written tells.
    return false
  }
}
