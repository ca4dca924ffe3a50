import type { Evidence } from '../evidence/evidence.ts'
import type { Finding, Mitigation } from '../policy/finding.ts'
import type { PolicyCode } from '../policy/pack/code-schema.ts'
import { compilePack } from '../policy/pack/compile-pack.ts'
import type { PolicyPack } from '../policy/pack/pack-schema.ts'
import { evasions, isDisguised } from '../policy/rules/disguised-hits.ts'
import { hopOfHolder, targetsOf } from '../policy/rules/links/targets.ts'
import { maskQuote } from '../policy/text/mask-quote.ts'
import { addressOfPassage } from './address-of-passage.ts'
import { isVeiled } from './facts-of.ts'
import type { Opinion, Passage, Stance } from './opinion.ts'
import { isBarred, structureOf } from './structure-codes.ts'

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
 * machine read off a picture neither makes nor raises; or addresses to which the creator's pages do lead, as far as a rule would follow.
 * Words that hide from a search are found to do so by us.
 */
export function toFindings(opinion: Opinion, evidence: readonly Evidence[], pack: PolicyPack): Finding[] {
  const byRef = new Map(evidence.map((each) => [each.ref, each]))
  return opinion.passages.flatMap((passage) => {
    const cited = byRef.get(passage.evidenceRef)
    const code = pack.codes[passage.code]
    if (!cited || !code) return []
    if (passage.linkIndex !== undefined) return ofAddress(passage, cited, code, evidence, pack)
    return ofWords(passage, cited, code, pack)
  })
}

function ofWords(passage: Passage, cited: Evidence, code: PolicyCode, pack: PolicyPack): Finding[] {
  const { textIndex, start, end, stance } = passage
  const text = cited.texts[textIndex]
  if (!text || (code.family === 'minor_safety' && cited.type === 'image')) return []
  const words = text.text.slice(start, end)
  const finding: Finding = {
    ...saidBy(passage),
    channel: text.channel,
    binding: cited.binding,
    quote: code.family === 'minor_safety' ? maskQuote(words) : words,
    textIndex,
    start,
    end,
  }
  const isHidden = stance === 'offers' && code.family !== 'integrity' && isDisguised(words, text.text)
  return isHidden ? [finding, ...evasions(compilePack(pack), finding)] : [finding]
}

function saidBy({ code, evidenceRef, stance }: Passage) {
  return {
    code,
    rule: 'model',
    source: 'model' as const,
    p: PRECISION,
    evidenceRef,
    mitigation: WEAKENED_BY[stance],
    view: 'native' as const,
    verified: true,
  }
}

/** Only what a rule could say too, had the host been on its list: the same links, the same hops, the same facts. */
function ofAddress(
  passage: Passage,
  cited: Evidence,
  code: PolicyCode,
  evidence: readonly Evidence[],
  pack: PolicyPack,
): Finding[] {
  const rule = structureOf(code)
  const url = addressOfPassage(passage, cited)
  if (!rule || url === null) return []
  const finding = {
    ...saidBy(passage),
    channel: 'link' as const,
    quote: url,
    textIndex: -1,
    start: -1,
    end: -1,
    url,
  }
  if (rule.structure === 'cloaking') {
    const page = evidence.find((each) => each.url === url) ?? cited
    return isVeiled(page)
      ? [{ ...finding, evidenceRef: page.ref, binding: page.binding, quote: page.url, url: page.url }]
      : []
  }
  const target = targetsOf(evidence).find((each) => each.url === url && each.hop <= rule.max_hop)
  if (!target) return []
  const led = { ...finding, evidenceRef: target.evidence.ref, binding: target.binding }
  if (rule.structure !== 'adult_link') return [led]
  if (!isBarred(pack, evidence[0]?.platform ?? null, code.id)) return []
  return hopOfHolder(target) === 0 ? [{ ...led, binding: 'own', tag: 'hop0' }] : [{ ...led, tag: 'hop1' }]
}
