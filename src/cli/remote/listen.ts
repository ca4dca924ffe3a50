import type { Open } from '../../../sdk/client.ts'
import type { ScanRecord } from '../../../sdk/contract.ts'
import { pause } from '../../../sdk/pause.ts'
import { newWebhookSecret } from '../../auth/tokens.ts'
import type { Config } from '../../config.ts'
import { harmless } from '../terminal/harmless.ts'
import { postSigned, receiverOf, secretOf } from './post-signed.ts'
import { watchEndings } from './watch-endings.ts'
import { type ServerOptions, withServer } from './with-server.ts'

export interface ListenOptions extends ServerOptions {
  forward: string
  secret?: string
}

const POLL_MS = 2000

/**
 * Hands scans that end from now on to an address of this machine, signed as webhooks are. A service never delivers to
 * private addresses, so a receiver under development cannot be a callback; this polls instead. Runs until it is told to stop.
 */
export async function listen(config: Config, options: ListenOptions) {
  const target = receiverOf(options.forward)
  const secret = secretOf(options.secret ?? newWebhookSecret())
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort())

  await withServer(config, options, async (toscan) => {
    const endings = await watchEndings(toscan)
    console.log(`Forwarding to ${target.href}. Secret of the signatures: ${secret}`)
    while (!stop.signal.aborted) {
      for (const scan of await endings.next()) {
        const outcome = await postSigned(target, { ...eventOf(await toscan.scans.get(scan.scan_id)), secret })
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

/** The record as a webhook carries it: flat, with the coverage beside the report. */
function eventOf({ progress: _progress, triage_report, ...record }: Open<ScanRecord>) {
  const { coverage = null, ...report } = triage_report ?? {}
  const body = JSON.stringify({
    type: `scan.${record.status}`,
    timestamp: record.processing_completed_at ?? record.created_at,
    scan_id: record.profile_id,
    ...record,
    ...(triage_report && { triage_report: report }),
    coverage,
  })
  return { id: `msg_${record.profile_id.replaceAll('-', '')}`, body }
}
