import type { ScanProgress } from './contract.ts'
import type { Open } from './open.ts'
import { pause } from './pause.ts'
import { serverEvents } from './server-events.ts'
import type { Transport } from './transport.ts'

export interface ProgressOptions {
  signal?: AbortSignal | undefined
}

/** Longer than the server is ever silent. */
const SILENCE_MS = 45_000
const AGAIN_MS = 1000

/**
 * How far a scan is, whenever that changes, until it has ended. A stream that breaks, falls silent or is ended by the server is opened again.
 * @throws what the transport says when it cannot be opened
 */
export async function* progressOfScan(
  transport: Transport,
  path: string,
  { signal }: ProgressOptions = {},
): AsyncGenerator<Open<ScanProgress>, void, undefined> {
  let said = ''
  for (;;) {
    const stream = await transport.stream({ method: 'GET', path, signal })
    for await (const { event, data } of serverEvents(stream, SILENCE_MS)) {
      if (data !== said) yield JSON.parse(data)
      said = data
      if (event === 'end') return
    }
    await pause(AGAIN_MS, signal)
  }
}
