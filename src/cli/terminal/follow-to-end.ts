import { NotFound, type Open, ScanFailed, type Toscan, ToscanError } from '../../../sdk/client.ts'
import type { ScanProgress, ScanRecord } from '../../../sdk/contract.ts'

/** The first event comes at once. Where none does, something on the way holds them back. */
const FIRST_EVENT_MS = 5000

/**
 * Follows a scan by the server's events, and where these are not to be had by asking, until it has ended.
 * @param say told each state once, in words
 */
export async function followToEnd(
  toscan: Toscan,
  scanId: string,
  say: (state: string) => void,
): Promise<Open<ScanRecord>> {
  let said = ''
  const sayOnce = (state: string) => {
    if (state !== said) say(state)
    said = state
  }
  await followEvents(toscan, scanId, sayOnce)
  try {
    return await toscan.scans.wait(scanId, {
      timeoutMs: Number.POSITIVE_INFINITY,
      pollMs: 500,
      onProgress: (scan) => sayOnce(stateOf(scan)),
      onTrouble: (error) => sayOnce(`no answer, asking on: ${error.message}`),
    })
  } catch (error) {
    if (error instanceof ScanFailed) return error.scan
    throw error
  }
}

/** What a person reads of a scan that may still run. */
export function stateOf(scan: Open<ScanRecord>): string {
  return inWords({ ...scan, step: scan.progress?.step ?? null, pages: 0 })
}

/** Ends with the scan, or once there are no events to be had. */
async function followEvents(toscan: Toscan, scanId: string, say: (state: string) => void) {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), FIRST_EVENT_MS)
  try {
    for await (const progress of toscan.scans.progress(scanId, { signal: late.signal })) {
      clearTimeout(timer)
      say(inWords(progress))
    }
  } catch (error) {
    if (late.signal.aborted) say('no events come through, asking instead')
    else if (!(error instanceof ToscanError)) throw error
    // What is not there for good is said by the question that follows.
    else if (!(error instanceof NotFound)) say(`no events, asking instead: ${error.message}`)
  } finally {
    clearTimeout(timer)
  }
}

function inWords({
  status,
  processing_started_at,
  step,
  pages,
}: Pick<Open<ScanProgress>, 'status' | 'processing_started_at' | 'step' | 'pages'>): string {
  if (status !== 'processing') return status
  if (processing_started_at === null) return 'waiting for a slot'
  const read = pages === 0 ? '' : `, ${pages} ${pages === 1 ? 'page' : 'pages'} read`
  return `running: ${step ?? 'report'}${read}`
}
