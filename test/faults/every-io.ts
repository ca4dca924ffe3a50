import { randomUUID } from 'node:crypto'
import { rows, scansBy } from '../jobs/service.ts'
import { until } from '../support/until.ts'
import { audit } from './audit.ts'
import type { Row, Stage } from './stage.ts'

/**
 * Of one scan's whole life, from its claim to its webhook: the first thing that is sent to the database is lost, in the next scan the
 * second, and so on until nothing more is sent; each once before the server has it, and once after it has answered.
 * @param step 1: each of them; 5: every fifth
 */
export async function* everyQuery(
  stage: Stage,
  { most, step = 1 }: { most: number; step?: number },
): AsyncGenerator<Row> {
  for (const when of ['before', 'after'] as const) {
    const { orgId } = await stage.service.org()
    const known: string[] = []
    for (let n = 1; n <= most; n += step) {
      stage.door.cutAt(n, when)
      known.push(
        await stage.service.submit(orgId, [`${stage.web.origin}/${randomUUID()}`], {
          single: true,
          callback: `${stage.receiver.url}/${orgId}`,
        }),
      )
      await until(
        `the scan ends whose message ${n} was lost`,
        async () => {
          const { waiting, running } = await scansBy(stage.service, orgId)
          return waiting === 0 && running === 0
        },
        60,
      )
    }
    stage.door.cutAt(null)
    const result = await audit(stage.service, stage.receiver, { orgId, known })
    const failed = await rows(
      stage.service,
      `select error from scans where org_id = $1 and status = 'failed'`,
      [orgId],
    )
    if (failed.length > 0) throw new Error(`${failed.length} scans failed: ${JSON.stringify(failed[0])}`)
    yield { fault: `n-th message lost ${when}`, rounds: known.length, ...result, 'seconds to healthy': 0 }
  }
}
