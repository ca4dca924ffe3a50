import { randomUUID } from 'node:crypto'
import type { ScanMode } from '../../../sdk/contract.ts'
import { checkHttpUrl } from '../../api/requests/http-url.ts'
import type { Config } from '../../config.ts'
import { InvalidInput } from '../../errors.ts'
import { createMetrics } from '../../metrics.ts'
import { withMicroseconds } from '../../pipeline/coverage/with-microseconds.ts'
import { judge, type Matter } from '../../pipeline/judge/judge.ts'
import { openSense } from '../../pipeline/judge/open-sense.ts'
import { type ScanResult, scanProfile } from '../../pipeline/scan.ts'
import { plainStepRunner } from '../../pipeline/step.ts'
import { createScanContext, loadConfiguredPolicies } from '../start/collection.ts'
import { embedderOf } from '../start/sense.ts'
import { createLog } from '../start/start.ts'
import { printReport } from '../terminal/print-report.ts'
import { EXIT, isFlagged } from './with-server.ts'

const DEADLINE_MS = { deep: 600_000, quick: 120_000 }

/** `toscan scan`: the same pipeline without a database. Progress goes to standard error, the report to standard output. */
export async function scanOnce(
  config: Config,
  input: { url: string; mode: ScanMode; json: boolean; failOn?: string },
) {
  const address = input.url.includes('://') ? input.url : `https://${input.url}`
  const checked = checkHttpUrl(address)
  if (!checked.ok) throw new InvalidInput(`${input.url}: ${checked.msg}`)

  const embedder = embedderOf(config)
  const sense = embedder && (await openSense(loadConfiguredPolicies(config), embedder))
  const context = await createScanContext(config, createMetrics(), createLog(config))
  const { policies } = context
  const progress = showProgress()
  const createdAt = new Date()
  try {
    const signal = AbortSignal.timeout(DEADLINE_MS[input.mode])
    const result = await scanProfile(
      // Nothing is stored here that a screenshot could be read from.
      {
        ...context,
        screenshots: false,
        ...(sense && { judge: (matter: Matter) => sense.hear((heard) => judge(policies, matter, heard)) }),
      },
      { url: checked.href, mode: input.mode },
      plainStepRunner(progress.step),
      signal,
    )
    progress.end()
    if (input.json) console.log(JSON.stringify(recordOf(address, input.mode, createdAt, result), null, 2))
    else printReport(address, result)
    if (result.status === 'failed') process.exitCode = 1
    else if (isFlagged(result.report.recommendation, input.failOn)) process.exitCode = EXIT.flagged
  } finally {
    progress.end()
    await Promise.all([context.close(), sense?.close()])
  }
}

/** The scan record of the interface, for a scan that no organization owns. */
function recordOf(url: string, mode: ScanMode, createdAt: Date, result: ScanResult) {
  const scanId = randomUUID()
  const started = withMicroseconds(createdAt.toISOString())
  return {
    profile_id: scanId,
    batch_id: `single_${scanId}`,
    url,
    status: result.status,
    scan_mode: mode,
    created_at: started,
    processing_started_at: started,
    processing_completed_at: withMicroseconds(new Date().toISOString()),
    ...(result.status === 'completed' && result.isBanned !== null && { is_banned: result.isBanned }),
    callback_url: '',
    metadata: {},
    ...(result.status === 'completed' && result.modelUsage && { model_usage: result.modelUsage }),
    ...(result.status === 'completed' && result.profile && { profile: result.profile }),
    ...(result.status === 'failed'
      ? { error: result.error, coverage: result.coverage }
      : { triage_report: { ...result.report, coverage: result.coverage } }),
  }
}

/** The running step, on one line of a terminal that is rewritten; nothing where there is no terminal. */
function showProgress() {
  const started = Date.now()
  let label = 'starting'
  if (!process.stderr.isTTY)
    return {
      step: (name: string) => {
        label = name
      },
      end: () => {},
    }
  const draw = () =>
    process.stderr.write(`\r\x1b[2K${((Date.now() - started) / 1000).toFixed(1)} s  ${label} …`)
  const timer = setInterval(draw, 100)
  return {
    step: (name: string) => {
      label = name
      draw()
    },
    end: () => {
      clearInterval(timer)
      process.stderr.write('\r\x1b[2K')
    },
  }
}
