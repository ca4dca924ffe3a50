import type { OrgPolicy, ReasonCode } from '../../../../sdk/contract.ts'

/** What an organization changes of the pack's codes. */
export type PolicyDraft = Pick<OrgPolicy, 'codes' | 'thresholds' | 'shadow'>
/** What one code is here; null: as the pack has it. */
export type CodeChange = OrgPolicy['codes'][string] | 'shadow' | null

/** Families that the service reports whatever an organization wants. */
const ALWAYS_REPORTED = new Set(['minor_safety', 'status'])

export function isFixed({ family }: Pick<ReasonCode, 'family'>): boolean {
  return ALWAYS_REPORTED.has(family)
}

export function changeOf({ codes, shadow }: PolicyDraft, code: string): CodeChange {
  return shadow.includes(code) ? 'shadow' : (codes[code] ?? null)
}

/** What is as the pack has it is not written down. */
export function withChange(draft: PolicyDraft, code: string, change: CodeChange): PolicyDraft {
  const { [code]: _before, ...others } = draft.codes
  const shadow = draft.shadow.filter((each) => each !== code)
  if (change === 'shadow') return { ...draft, codes: others, shadow: [...shadow, code].sort() }
  return { ...draft, codes: change === null ? others : { ...others, [code]: change }, shadow }
}

/** Null: heard from the first. */
export function withThreshold(draft: PolicyDraft, code: string, threshold: number | null): PolicyDraft {
  const { [code]: _before, ...others } = draft.thresholds
  return { ...draft, thresholds: threshold === null ? others : { ...others, [code]: threshold } }
}

/** Codes that are not as the pack has them. */
export function changedCodes({ codes, thresholds, shadow }: PolicyDraft): string[] {
  return [...new Set([...Object.keys(codes), ...Object.keys(thresholds), ...shadow])].sort()
}

/** Which codes two drafts disagree about. */
export function differing(a: PolicyDraft, b: PolicyDraft): string[] {
  return [...new Set([...changedCodes(a), ...changedCodes(b)])]
    .filter((code) => changeOf(a, code) !== changeOf(b, code) || a.thresholds[code] !== b.thresholds[code])
    .sort()
}
