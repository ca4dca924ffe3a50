import type { PolicyCode } from '../policy/pack/code-schema.ts'
import { findQuote } from './find-quote.ts'
import type { ModelAnswer, ProposedFinding } from './findings-schema.ts'
import { DROPS, type Drop, type Opinion, type Passage } from './opinion.ts'
import type { ShownEvidence } from './select-evidence.ts'
import { isShownByAddress, needsTwo } from './structure-codes.ts'

/** The only code that text which nobody sees can prove. */
const PROVED_BY_HIDDEN_TEXT = 'prompt_injection_attempt'

/**
 * Looks every quote up in the evidence that it cites, within what the model was shown. What does not stand there is dropped
 * and counted; there is no second try.
 */
export function verifyAnswer(
  answer: ModelAnswer,
  shown: readonly ShownEvidence[],
  codes: readonly PolicyCode[],
): Opinion {
  const passages: Passage[] = []
  const dropped = Object.fromEntries(DROPS.map((drop) => [drop, 0])) as Record<Drop, number>
  for (const finding of answer.findings) {
    const code = codes.find(({ id }) => id === finding.code)
    const passage = code ? locate(finding, code, shown) : 'unknown_code'
    if (typeof passage === 'string') dropped[passage]++
    else if (passages.some((known) => isSame(known, passage))) dropped.repeated++
    else passages.push(passage)
  }
  const paired = passages.filter(({ code }) => {
    const isAlone = passages.filter((each) => each.code === code).length < 2
    return !(isAlone && needsTwo(codes.find(({ id }) => id === code)))
  })
  dropped.one_sided = passages.length - paired.length
  return { passages: paired, dropped, language: answer.language, injectionSeen: answer.injectionSeen }
}

function locate(finding: ProposedFinding, code: PolicyCode, shown: readonly ShownEvidence[]): Passage | Drop {
  const cited = shown.find(({ evidence }) => evidence.ref === finding.evidence_ref)
  if (!cited) return 'unknown_ref'
  if (isShownByAddress(code)) return locateAddress(finding, cited)
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

/** Whole and as it was shown: one of the page's links, the page, or what was passed on the way to it. */
function locateAddress({ code, stance, quote }: ProposedFinding, cited: ShownEvidence): Passage | Drop {
  const { evidence, links } = cited
  const wanted = plainUrl(quote)
  if (wanted === null) return 'quote_not_found'
  const isWanted = (url: string): boolean => plainUrl(url) === wanted
  const link = links.find(isWanted)
  const linkIndex = link === undefined ? -1 : evidence.links.findIndex(({ url }) => url === link)
  const isOwn = evidence.hop > 0 && [evidence.url, ...evidence.redirects, evidence.finalUrl].some(isWanted)
  if (linkIndex < 0 && !isOwn) return 'quote_not_found'
  return { code, stance, evidenceRef: evidence.ref, textIndex: -1, start: -1, end: -1, linkIndex }
}

function plainUrl(text: string): string | null {
  return URL.parse(text.trim())?.href ?? null
}

function isSame(a: Passage, b: Passage): boolean {
  return (
    a.code === b.code &&
    a.evidenceRef === b.evidenceRef &&
    a.textIndex === b.textIndex &&
    a.linkIndex === b.linkIndex &&
    (a.linkIndex !== undefined || (a.start < b.end && b.start < a.end))
  )
}
