import { findQuote } from './find-quote.ts'
import type { ModelAnswer, ProposedFinding } from './findings-schema.ts'
import { DROPS, type Drop, type Opinion, type Passage } from './opinion.ts'
import type { ShownEvidence } from './select-evidence.ts'

/** The only code that text which nobody sees can prove. */
const PROVED_BY_HIDDEN_TEXT = 'prompt_injection_attempt'

/**
 * Looks every quote up in the evidence that it cites, within what the model was shown. What does not stand there is dropped
 * and counted; there is no second try.
 */
export function verifyAnswer(
  answer: ModelAnswer,
  shown: readonly ShownEvidence[],
  codes: readonly string[],
): Opinion {
  const passages: Passage[] = []
  const dropped = Object.fromEntries(DROPS.map((drop) => [drop, 0])) as Record<Drop, number>
  for (const finding of answer.findings) {
    const passage = codes.includes(finding.code) ? locate(finding, shown) : 'unknown_code'
    if (typeof passage === 'string') dropped[passage]++
    else if (passages.some((known) => isSame(known, passage))) dropped.repeated++
    else passages.push(passage)
  }
  return { passages, dropped, language: answer.language, injectionSeen: answer.injectionSeen }
}

function locate(finding: ProposedFinding, shown: readonly ShownEvidence[]): Passage | Drop {
  const cited = shown.find(({ evidence }) => evidence.ref === finding.evidence_ref)
  if (!cited) return 'unknown_ref'
  const places = cited.texts.flatMap((each) => {
    const span = findQuote(finding.quote, each.text)
    const isAcross = each.takenOut?.some(({ start, end }) => span && span.start < end && start < span.end)
    return span && !isAcross ? [{ ...each, span }] : []
  })
  const usable = places.find(({ channel }) => channel !== 'hidden' || finding.code === PROVED_BY_HIDDEN_TEXT)
  if (!usable) return places.length > 0 ? 'hidden_text' : 'quote_not_found'
  const { textIndex, span } = usable
  return {
    code: finding.code,
    stance: finding.stance,
    evidenceRef: cited.evidence.ref,
    textIndex,
    start: span.start,
    end: span.end,
  }
}

function isSame(a: Passage, b: Passage): boolean {
  return (
    a.code === b.code &&
    a.evidenceRef === b.evidenceRef &&
    a.textIndex === b.textIndex &&
    a.start < b.end &&
    b.start < a.end
  )
}
