import type { Evidence } from '../evidence/evidence.ts'
import type { Finding, Mitigation } from '../policy/finding.ts'
import type { PolicyPack } from '../policy/pack/pack-schema.ts'
import { maskQuote } from '../policy/text/mask-quote.ts'
import type { Opinion, Stance } from './opinion.ts'

/**
 * How often a model is believed to be right about words that stand there. A judgement, as with rules, and chosen like theirs:
 * one refused or quoted passage (times .3) stays below what is reported.
 */
const PRECISION = 0.66

const WEAKENED_BY: Record<Stance, Mitigation | null> = {
  offers: null,
  mentions: 'third_person',
  denies: 'negated',
  quotes_policy: 'policy_text',
}

/**
 * A model's passages as findings for the scorer. Quotes are slices of the stored text, masked for minor-safety codes, which what a
 * machine read off a picture neither makes nor raises.
 */
export function toFindings(opinion: Opinion, evidence: readonly Evidence[], pack: PolicyPack): Finding[] {
  const byRef = new Map(evidence.map((each) => [each.ref, each]))
  return opinion.passages.flatMap(({ code, stance, evidenceRef, textIndex, start, end }) => {
    const cited = byRef.get(evidenceRef)
    const text = cited?.texts[textIndex]
    const policy = pack.codes[code]
    if (!cited || !text || !policy) return []
    if (policy.family === 'minor_safety' && cited.type === 'image') return []
    const words = text.text.slice(start, end)
    return [
      {
        code,
        rule: 'model',
        source: 'model' as const,
        p: PRECISION,
        evidenceRef,
        channel: text.channel,
        binding: cited.binding,
        mitigation: WEAKENED_BY[stance],
        quote: policy.family === 'minor_safety' ? maskQuote(words) : words,
        textIndex,
        start,
        end,
        view: 'native' as const,
        verified: true,
      },
    ]
  })
}
