import type { TriageReport } from '../../../sdk/contract.ts'
import type { Config } from '../../config.ts'
import { storedAnalysesAfter } from '../../db/scans/stored-analysis.ts'
import { InvalidInput } from '../../errors.ts'
import type { Analysis } from '../../pipeline/judge/analyze.ts'
import { rejudge } from '../../pipeline/judge/rejudge.ts'
import { openConfiguredSense } from '../start/sense.ts'
import { withDatabase } from '../start/start.ts'
import { printRows } from '../terminal/output.ts'
import { policiesFor, policiesOf } from './replay.ts'

const AT_ONCE = 100
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

interface Difference {
  scan_id: string
  profile_url: string
  recommendation: [was: string, is: string]
  risk_score: [was: number, is: number]
  added: string[]
  removed: string[]
}

/**
 * `toscan policy diff`: judges the evidence of finished scans again with another pack and lists those whose
 * recommendation, score or codes would change. Nothing is fetched and nothing stored. What a model said then still counts.
 */
export async function diffPolicy(
  config: Config,
  options: { policy?: string; org?: string; since?: string; json?: boolean },
) {
  const since = options.since === undefined ? null : timeOf(options.since)
  const pack = policiesFor(config, options.policy)
  const sense = await openConfiguredSense(config, pack)
  const { scans, differences } = await withDatabase(config, async ({ db }) => {
    const found: Difference[] = []
    let judged = 0
    for (let after = FIRST_ID; ; ) {
      const some = await storedAnalysesAfter(db, { orgId: options.org ?? null, since }, after, AT_ONCE)
      for (const row of some) {
        // Written by `analyze` and `writeReport` themselves.
        const stored = JSON.parse(row.analysis) as Analysis
        const then = JSON.parse(row.report) as TriageReport
        const policies = await policiesOf(db, pack, row.org_id)
        const known = { ...stored, modelReview: stored.modelReview ?? null }
        const { score } = await sense.hear((heard) => rejudge(policies, known, undefined, heard))
        const difference: Difference = {
          scan_id: row.scan_id,
          profile_url: row.profile_url,
          recommendation: [then.recommendation, score.recommendation],
          risk_score: [then.risk_score, score.riskScore],
          added: score.reasonCodes.filter((code) => !then.reason_codes.includes(code)),
          removed: then.reason_codes.filter((code) => !score.reasonCodes.includes(code)),
        }
        if (differs(difference)) found.push(difference)
      }
      judged += some.length
      const last = some.at(-1)
      if (!last) return { scans: judged, differences: found }
      after = last.scan_id
    }
  })
  await sense.close()
  const facts = { policy_version: pack.version, scans, would_change: differences.length }
  if (options.json) console.log(JSON.stringify({ ...facts, differences }))
  else print(facts, differences)
}

function timeOf(text: string): string {
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw new InvalidInput(`--since ${text}: not a date, for example 2026-01-31`)
  return new Date(time).toISOString()
}

function differs({ recommendation, risk_score, added, removed }: Difference): boolean {
  return (
    recommendation[0] !== recommendation[1] ||
    risk_score[0] !== risk_score[1] ||
    added.length + removed.length > 0
  )
}

function print(
  facts: { policy_version: string; scans: number; would_change: number },
  differences: Difference[],
) {
  printRows(
    differences.map(({ scan_id, profile_url, recommendation, risk_score, added, removed }) => [
      scan_id,
      `${recommendation.join(' -> ')}`,
      `${risk_score.join(' -> ')}`,
      [...added.map((code) => `+${code}`), ...removed.map((code) => `-${code}`)].join(' ') || '=',
      profile_url,
    ]),
  )
  console.log(
    `Policy pack ${facts.policy_version}: ${facts.would_change} of ${facts.scans} finished scans would change`,
  )
}
