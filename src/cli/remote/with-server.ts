import {
  DailyLimitReached,
  Forbidden,
  ScanFailed,
  Toscan,
  ToscanError,
  Unauthorized,
} from '../../../sdk/client.ts'
import { RECOMMENDATIONS } from '../../../sdk/contract.ts'
import type { Config } from '../../config.ts'
import { InvalidInput } from '../../errors.ts'
import { readLogins } from './logins.ts'

/** What the client commands end with, for scripts. */
export const EXIT = { flagged: 2, scanFailed: 3, limit: 4, auth: 5 } as const

/** Whether a recommendation is as bad as `--fail-on` says, or worse. */
export function isFlagged(recommendation: string | null, failOn: string | undefined): boolean {
  const bySeverity: readonly (string | null)[] = RECOMMENDATIONS
  return failOn !== undefined && bySeverity.indexOf(recommendation) >= bySeverity.indexOf(failOn)
}

/** Where a service listens when nobody has said otherwise. */
export const DEFAULT_SERVER = 'http://127.0.0.1:8080'

export interface ServerOptions {
  /** Instead of `TOSCAN_SERVER`. */
  server?: string
  json?: boolean
}

/**
 * The server that is meant and the key for it. A key of the environment goes to the server of the environment, one that `toscan login`
 * keeps to the server that it was given for: none is shown to another.
 */
export function serverOf(
  config: Pick<Config, 'server' | 'apiKey' | 'loginFile'>,
  options: Pick<ServerOptions, 'server'>,
): { baseUrl: string; apiKey: string | undefined } {
  const named = options.server ?? config.server
  if (config.apiKey !== undefined)
    return { baseUrl: plainAddress(named ?? DEFAULT_SERVER), apiKey: config.apiKey }
  const logins = readLogins(config)
  const baseUrl = plainAddress(named ?? logins.server ?? DEFAULT_SERVER)
  return { baseUrl, apiKey: logins.keys[baseUrl] }
}

/** One spelling for each server. @throws InvalidInput where it is no address of one */
export function plainAddress(address: string): string {
  const url = URL.parse(address.includes('://') ? address : `https://${address}`)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw new InvalidInput(`${address} is no address of a service, such as https://toscan.example`)
  return url.href.replace(/\/+$/, '')
}

/** Works with a server through the SDK; a refusal becomes one sentence and an exit code. */
export async function withServer(
  config: Config,
  options: ServerOptions,
  work: (toscan: Toscan) => Promise<void>,
): Promise<void> {
  const { baseUrl, apiKey } = serverOf(config, options)
  if (!apiKey) return fail(`No API key for ${baseUrl}: toscan login, or set TOSCAN_API_KEY.`, EXIT.auth)
  try {
    await work(new Toscan({ baseUrl, apiKey }))
  } catch (error) {
    if (!(error instanceof ToscanError)) throw error
    refused(error)
  }
}

/** Says what a server said, and ends with the exit code for it. */
export function refused(error: ToscanError) {
  fail(error.message, codeOf(error))
}

function codeOf(error: ToscanError): number {
  if (error instanceof Unauthorized || error instanceof Forbidden) return EXIT.auth
  if (error instanceof DailyLimitReached) return EXIT.limit
  return error instanceof ScanFailed ? EXIT.scanFailed : 1
}

function fail(message: string, code: number) {
  console.error(`toscan: ${message}`)
  process.exitCode = code
}

/** A table for a person at a terminal, one JSON value for everything else. */
export function wantsJson({ json }: ServerOptions): boolean {
  return json === true || !process.stdout.isTTY
}
