import { resolve } from 'node:path'
import type { Config } from '../../config.ts'
import type { Tx } from '../../db/database.ts'
import { orgChanges } from '../../db/organization/org-policy.ts'
import { recordAct } from '../../db/people/acts.ts'
import type { StoredReport } from '../../db/scans/scan-record.ts'
import { type StoredAnalysisRow, storedAnalysis } from '../../db/scans/stored-analysis.ts'
import { InvalidInput, NotFound } from '../../errors.ts'
import { createMetrics } from '../../metrics.ts'
import { splitSetting } from '../../models/model-of.ts'
import type { Consultation } from '../../models/opinion.ts'
import type { Analysis } from '../../pipeline/judge/analyze.ts'
import { rejudge } from '../../pipeline/judge/rejudge.ts'
import { type Change, compareReports } from '../../pipeline/report/compare-reports.ts'
import { scannedProfile } from '../../pipeline/report/scanned-profile.ts'
import { writeReport } from '../../pipeline/report/write-report.ts'
import { loadPlatforms } from '../../platforms/index.ts'
import { adaptPack, type OrgChanges } from '../../policy/pack/adapt-pack.ts'
import type { PolicyPack } from '../../policy/pack/pack-schema.ts'
import { loadConfiguredPolicies } from '../start/collection.ts'
import { commandActor } from '../start/command-actor.ts'
import { createReviewers } from '../start/models.ts'
import { openConfiguredSense } from '../start/sense.ts'
import { type Opened, withDatabase } from '../start/start.ts'
import { printRows } from '../terminal/output.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * `toscan replay`: judges the stored evidence of a scan again, with today's policies or others, and shows what differs. Nothing is
 * fetched and nothing stored; only `--model` asks a model.
 */
export async function replayScan(
  config: Config,
  input: { scanId: string; policy?: string; model?: string; json?: boolean },
) {
  if (!UUID.test(input.scanId)) throw new InvalidInput(`${input.scanId}: not the id of a scan`)
  const pack = policiesFor(config, input.policy)
  const { row, stored, policies, consultation } = await withDatabase(config, async (opened) => {
    const found = await storedAnalysis(opened.db, input.scanId)
    if (!found) throw new NotFound(`There is no completed scan ${input.scanId}`)
    if (found.analysis === null)
      throw new NotFound(
        `What scan ${input.scanId} was judged by is not kept any more: it went with its pages. The report stays.`,
      )
    // Written by `analyze` itself.
    const analysis = JSON.parse(found.analysis) as Analysis
    await recordAct(opened.db, commandActor(), {
      action: 'scan.replay',
      orgId: found.org_id,
      subject: input.scanId,
      after: { policy: input.policy ?? null, model: input.model ?? null },
    })
    const policies = await policiesOf(opened.db, pack, found.org_id)
    return {
      row: found,
      policies,
      stored: { ...analysis, modelReview: analysis.modelReview ?? null },
      consultation: await consultAgain(config, opened, input.model, policies, found, analysis),
    }
  })
  const { profile: profileThen, ...then } = JSON.parse(row.report) as StoredReport
  const sense = await openConfiguredSense(config, pack)
  const analysis = await sense.hear((heard) => rejudge(policies, stored, consultation, heard))
  await sense.close()
  const again = writeReport(analysis, policies, await loadPlatforms())
  // Pictures of pages are no judgement: they stay in the index.
  const screenshots = then.evidence_index.filter((entry) => entry.type === 'screenshot')
  const report = { ...again, evidence_index: [...again.evidence_index, ...screenshots] }
  // Reports of before it was kept have no profile beside them.
  const profile = profileThen && scannedProfile(analysis, policies)
  const isIdentical = JSON.stringify({ ...report, profile } satisfies StoredReport) === row.report
  const changes = compareReports(then, report)
  if (input.json)
    console.log(
      JSON.stringify({ scan_id: input.scanId, identical: isIdentical, changes, triage_report: report }),
    )
  else print(row, changes, isIdentical)
}

/** The configured pack, or the built-in one with another directory over it. */
export function policiesFor(config: Config, dir: string | undefined): PolicyPack {
  return loadConfiguredPolicies(dir ? { ...config, policyDirs: [resolve(dir)] } : config)
}

/** With what the organization has changed of it. */
export async function policiesOf(db: Tx, pack: PolicyPack, orgId: string): Promise<PolicyPack> {
  // Checked when it was written.
  return adaptPack(pack, (await orgChanges(db, orgId)) as OrgChanges)
}

async function consultAgain(
  config: Config,
  { db }: Opened,
  model: string | undefined,
  pack: PolicyPack,
  row: Omit<StoredAnalysisRow, 'analysis'>,
  { evidence, subject, coverage }: Analysis,
): Promise<Consultation | null | undefined> {
  if (model === undefined || model === 'none') return model === 'none' ? null : undefined
  const { provider } = splitSetting(model)
  if (provider !== 'openai-compatible' && config.models.apiKey === undefined)
    throw new InvalidInput(`--model ${model} needs TOSCAN_MODEL_API_KEY`)
  const reviewers = createReviewers(
    { ...config, models: { ...config.models, deep: model, quick: model } },
    createMetrics(),
    db,
  )
  try {
    const mode = coverage.mode
    const profile = { pack, platform: subject.platform, mode, evidence, orgId: row.org_id }
    return (await reviewers[mode]?.consult(profile, new AbortController().signal)) ?? null
  } finally {
    await reviewers.close()
  }
}

function print(row: Omit<StoredAnalysisRow, 'analysis'>, changes: Change[], isIdentical: boolean) {
  console.log(row.profile_url)
  if (isIdentical) console.log('no difference: the report is the same to the byte')
  else if (changes.length === 0) console.log('no difference but in the layout of the report')
  else printRows(changes.map(({ what, was, is }) => [what, shown(was), '->', shown(is)]))
}

function shown(value: Change['was']): string {
  const text = value === null ? '-' : String(value)
  return text.length > 100 ? `${text.slice(0, 99)}…` : text
}
