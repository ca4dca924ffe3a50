import type { Evidence } from '../evidence/evidence.ts'
import type { PolicyPack } from '../policy/pack-schema.ts'
import { normaliseText } from '../policy/text-views.ts'

/** Fields and values of our question and our report. Each has an underscore: no prose writes them. */
const OUR_TERMS =
  /\b(?:evidence_ref|injection_seen|risk_score|reason_codes|quotes_policy|no_flags|review_(?:low|medium|high))\b/

/** Whether a page speaks our own language of codes and fields: only somebody who addresses the reviewer does. */
export function namesOurTerms(evidence: Evidence, pack: PolicyPack): boolean {
  return evidence.texts.some(({ text }) => {
    if (!text.includes('_') && !text.includes('\uff3f')) return false
    const plain = normaliseText(text)
    return OUR_TERMS.test(plain) || wordsOf(plain).some((word) => Object.hasOwn(pack.codes, word))
  })
}

function wordsOf(text: string): string[] {
  return text.match(/[a-z]+(?:_[a-z]+)+/g) ?? []
}
