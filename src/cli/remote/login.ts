import { text } from 'node:stream/consumers'
import { Toscan, ToscanError } from '../../../sdk/client.ts'
import type { Config } from '../../config.ts'
import { InvalidInput } from '../../errors.ts'
import { ask } from '../terminal/ask.ts'
import { readLogins, writeLogins } from './logins.ts'
import { DEFAULT_SERVER, plainAddress, refused } from './with-server.ts'

/** `toscan login`: asks for address and key, tries them, and keeps them for the commands that come. */
export async function login(config: Config, options: { server?: string; keyStdin?: boolean }) {
  const logins = readLogins(config)
  const server = plainAddress(options.server ?? config.server ?? (await askForServer(logins.server, options)))
  const key = options.keyStdin ? (await text(process.stdin)).trim() : await askForKey()
  if (!/^sk_[0-9a-f]{64}$/.test(key))
    throw new InvalidInput(
      'This is no API key: sk_ and 64 signs, from the screen API keys or `toscan key create`',
    )
  try {
    const { org_id } = await new Toscan({ baseUrl: server, apiKey: key }).org.settings()
    const file = writeLogins(config, { server, keys: { ...logins.keys, [server]: key } })
    console.log(`Signed in to ${server} for ${org_id}; kept in ${file}`)
  } catch (error) {
    if (!(error instanceof ToscanError)) throw error
    refused(error)
  }
  if (config.apiKey !== undefined)
    console.error('toscan: TOSCAN_API_KEY is set, and goes before what was kept')
}

/** `toscan logout`: forgets the key of one server. The key itself stays good until it is revoked. */
export async function logout(config: Config, options: { server?: string }) {
  const logins = readLogins(config)
  const named = options.server ?? logins.server
  const server = named === null ? null : plainAddress(named)
  if (server === null || logins.keys[server] === undefined)
    throw new InvalidInput(server === null ? 'Nobody is signed in' : `Nobody is signed in to ${server}`)
  const { [server]: _forgotten, ...keys } = logins.keys
  writeLogins(config, { server: logins.server === server ? null : logins.server, keys })
  console.log(`Signed out of ${server}. Its key stays good until somebody revokes it.`)
}

async function askForServer(known: string | null, { keyStdin }: { keyStdin?: boolean }): Promise<string> {
  const usual = known ?? DEFAULT_SERVER
  if (keyStdin || !process.stdin.isTTY) return usual
  return (await ask(`Address of the service (${usual}): `, { isSecret: false })).trim() || usual
}

async function askForKey(): Promise<string> {
  if (!process.stdin.isTTY)
    throw new InvalidInput('Without a terminal the key comes from standard input: toscan login --key-stdin …')
  return (await ask('API key: ', { isSecret: true })).trim()
}
