import type { Open } from '../../sdk/client.ts'
import type { ScanRecord } from '../../sdk/contract.ts'
import { pause } from '../../sdk/pause.ts'
import { newWebhookSecret } from '../auth/tokens.ts'
import type { Config } from '../config.ts'
import { InvalidInput } from '../errors.ts'
import { sign } from '../webhooks/sign.ts'
import { harmless } from './harmless.ts'
import { watchEndings } from './watch-endings.ts'
import { type ServerOptions, withServer } from './with-server.ts'

export interface ListenOptions extends ServerOptions {
  forward: string
  secret?: string
}

const POLL_MS = 2000
const ANSWER_MS = 15_000

/**
 * Hands scans that end from now on to an address of this machine, signed as webhooks are. A service never delivers to
 * private addresses, so a receiver under development cannot be a callback; this polls instead. Runs until it is told to stop.
 */
export async function listen(config: Config, options: ListenOptions) {
  const target = URL.parse(options.forward)
  if (target?.protocol !== 'http:' && target?.protocol !== 'https:')
    throw new InvalidInput('--forward must be an http address, e.g. http://localhost:3000/hook')
  const secret = options.secret ?? newWebhookSecret()
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret))
    throw new InvalidInput('--secret must be whsec_ and base64')
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort())

  await withServer(config, options, async (toscan) => {
    const endings = await watchEndings(toscan)
    console.log(`Forwarding to ${target.href}. Secret of the signatures: ${secret}`)
    while (!stop.signal.aborted) {
      for (const scan of await endings.next()) {
        const outcome = await forward(await toscan.scans.get(scan.scan_id), target, secret)
        // Nobody listened: nothing was received, so it comes again with the next look.
        if (outcome === null) endings.again(scan)
        console.log(
          `${scan.status} ${scan.scan_id} ${harmless(scan.profile_url)} → ${outcome ?? 'nobody listens'}`,
        )
      }
      await pause(POLL_MS, stop.signal).catch(() => {})
    }
  })
}

/** What came of it, for the line that is printed; null when nobody listened there. */
async function forward(record: Open<ScanRecord>, target: URL, secret: string): Promise<string | null> {
  const body = payloadOf(record)
  const id = `msg_${record.profile_id.replaceAll('-', '')}`
  const headers = {
    ...sign({ id, body, secrets: [secret], at: new Date() }),
    'content-type': 'application/json',
  }
  try {
    const signal = AbortSignal.timeout(ANSWER_MS)
    const response = await fetch(target, { method: 'POST', headers, body, redirect: 'manual', signal })
    await response.arrayBuffer()
    return String(response.status)
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    const isRefused = cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'
    return isRefused ? null : `no answer (${error instanceof Error ? error.message : error})`
  }
}

/** The record as a webhook carries it: flat, with the coverage beside the report. */
function payloadOf({ progress: _progress, triage_report, ...record }: Open<ScanRecord>): string {
  const { coverage = null, ...report } = triage_report ?? {}
  return JSON.stringify({
    type: `scan.${record.status}`,
    timestamp: record.processing_completed_at ?? record.created_at,
    scan_id: record.profile_id,
    ...record,
    ...(triage_report && { triage_report: report }),
    coverage,
  })
}
