import type { OrgPolicy, ReasonCode } from '../../../../sdk/contract.ts'

export type CodeChange = OrgPolicy['codes'][string]
export type Codes = Record<string, CodeChange>

/** Families that the service reports whatever an organization wants. */
const ALWAYS_REPORTED = new Set(['minor_safety', 'status'])

export function isFixed({ family }: Pick<ReasonCode, 'family'>): boolean {
  return ALWAYS_REPORTED.has(family)
}

/** `null`: as the pack has it, which is not written down. */
export function withChange(codes: Codes, code: string, change: CodeChange | null): Codes {
  const { [code]: before, ...others } = codes
  return change === null ? others : { ...others, [code]: change }
}

/** Which codes two drafts disagree about. */
export function differing(a: Codes, b: Codes): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((code) => a[code] !== b[code]).sort()
}
