import {
  DailyLimitReached,
  Forbidden,
  ScanFailed,
  Toscan,
  ToscanError,
  Unauthorized,
} from '../../sdk/client.ts'
import { RECOMMENDATIONS } from '../../sdk/contract.ts'
import type { Config } from '../config.ts'

/** What the client commands end with, for scripts. */
export const EXIT = { flagged: 2, scanFailed: 3, limit: 4, auth: 5 } as const

/** Whether a recommendation is as bad as `--fail-on` says, or worse. */
export function isFlagged(recommendation: string | null, failOn: string | undefined): boolean {
  const bySeverity: readonly (string | null)[] = RECOMMENDATIONS
  return failOn !== undefined && bySeverity.indexOf(recommendation) >= bySeverity.indexOf(failOn)
}

export interface ServerOptions {
  /** Instead of `TOSCAN_SERVER`. */
  server?: string
  json?: boolean
}

/** Works with a server through the SDK; a refusal becomes one sentence and an exit code. */
export async function withServer(
  config: Config,
  options: ServerOptions,
  work: (toscan: Toscan) => Promise<void>,
): Promise<void> {
  const { apiKey } = config
  if (!apiKey) return fail('Set TOSCAN_API_KEY to an API key of the server.', EXIT.auth)
  const toscan = new Toscan({ baseUrl: options.server ?? config.server, apiKey })
  try {
    await work(toscan)
  } catch (error) {
    if (!(error instanceof ToscanError)) throw error
    fail(error.message, codeOf(error))
  }
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
