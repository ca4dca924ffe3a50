import type { Config } from '../../config.ts'
import { printFacts } from '../terminal/output.ts'
import { type ServerOptions, wantsJson, withServer } from './with-server.ts'

/** `toscan scan cancel`: ends one scan of a server as failed; one that has ended stays as it is. */
export async function cancelScan(config: Config, scanId: string, options: ServerOptions) {
  await withServer(config, options, async (toscan) => {
    const { scan_id, status, cancelled } = await toscan.scans.cancel(scanId)
    if (wantsJson(options)) console.log(JSON.stringify({ scan_id, status, cancelled }))
    else printFacts({ scan_id, status, cancelled: cancelled ? 'yes' : 'no: it had ended before' }, false)
  })
}

/** `toscan batch cancel`: ends all of a batch that waits or runs. */
export async function cancelBatch(config: Config, batchId: string, options: ServerOptions) {
  await withServer(config, options, async (toscan) => {
    const { batch_id, cancelled } = await toscan.batches.cancel(batchId)
    printFacts({ batch_id, cancelled }, wantsJson(options))
  })
}
