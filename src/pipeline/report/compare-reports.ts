import type { TriageReport } from '../../../sdk/contract.ts'

type Report = Omit<TriageReport, 'coverage'>

export interface Change {
  what: string
  was: string | number | null
  is: string | number | null
}

/** How two reports about the same evidence differ, the verdict first; empty when they do not. */
export function compareReports(was: Report, is: Report): Change[] {
  const changes: Change[] = []
  const note = (what: string, before: Change['was'], after: Change['is']) => {
    if (before !== after) changes.push({ what, was: before, is: after })
  }
  for (const field of [
    'recommendation',
    'risk_score',
    'confidence',
    'analysis_mode',
    'policy_version',
  ] as const)
    note(field, was[field], is[field])
  const spoke = ({ criteria }: Report) =>
    criteria?.map(({ code, version }) => `${code} ${version}`).join(', ') ?? null
  note('criteria', spoke(was), spoke(is))
  note('model', was.model?.id ?? null, is.model?.id ?? null)
  note('model outcome', was.model?.outcome ?? null, is.model?.outcome ?? null)
  for (const code of new Set([...was.reason_codes, ...is.reason_codes])) {
    const [before, after] = [was, is].map((report) => codeOf(report, code))
    note(code, before?.listed ?? null, after?.listed ?? null)
    note(`${code} contribution`, before?.contribution ?? null, after?.contribution ?? null)
    note(`${code} score without`, before?.without ?? null, after?.without ?? null)
    note(`${code} probability`, before?.probability ?? null, after?.probability ?? null)
  }
  for (const field of ['reason_summary', 'link_chain'] as const) note(field, was[field], is[field])
  const noteLists = (...fields: ('review_targets' | 'findings' | 'evidence_index' | 'would_change')[]) => {
    for (const field of fields)
      note(field, JSON.stringify(was[field] ?? null), JSON.stringify(is[field] ?? null))
  }
  noteLists('review_targets')
  // Long, and told by the above; alone they are all that differs.
  if (changes.length === 0) noteLists('findings', 'evidence_index', 'would_change')
  return changes
}

function codeOf(report: Report, code: string) {
  if (!report.reason_codes.includes(code)) return null
  const finding = report.findings.find((each) => each.code === code)
  return {
    listed: 'reported',
    contribution: finding?.contribution,
    without: finding?.score_without,
    probability: finding?.probability,
  }
}
