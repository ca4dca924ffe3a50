import type { Evidence } from '../../../evidence/evidence.ts'
import type { Finding } from '../../finding.ts'
import { atomsOf } from '../../pack/check-references.ts'
import { type CompiledPack, compilePack } from '../../pack/compile-pack.ts'
import type { PolicyPack } from '../../pack/pack-schema.ts'
import { OWN_CLAUSES, ownClauseOf, type TextRule } from '../../pack/rule-schema.ts'
import { maskQuote } from '../../text/mask-quote.ts'
import { originalSpan, type Span, textViews } from '../../text/text-views.ts'
import { agesRead } from '../ages/ages-read.ts'
import { ownClauseAt } from '../ages/own-clauses.ts'
import { atomHits } from '../atom-hits.ts'

/**
 * Evidence and findings as they may be stored and shown. Where anything endangers a child, the words behind it are masked, and with
 * them whatever in any text of the scan could be such a claim, found or not: every hit of every part of a minor-safety rule. Offsets
 * stay as they are. Without such a finding nothing changes.
 */
export function hideClaims(
  pack: PolicyPack,
  evidence: Evidence[],
  findings: Finding[],
): { evidence: Evidence[]; findings: Finding[] } {
  const minor = findings.filter(({ code }) => pack.codes[code]?.family === 'minor_safety')
  if (minor.length === 0) return { evidence, findings }
  const compiled = compilePack(pack)
  const hidden = evidence.map((each) => {
    const texts = each.texts.map(({ channel, text }, index) => {
      const found = minor.filter(
        ({ evidenceRef, textIndex }) => evidenceRef === each.ref && textIndex === index,
      )
      return { channel, text: masked(text, [...found, ...claimsIn(compiled, text)]) }
    })
    return { ...each, texts, title: masked(each.title, claimsIn(compiled, each.title)) }
  })
  const byRef = new Map(hidden.map((each) => [each.ref, each]))
  const quoted = findings.map((finding) => {
    const text = byRef.get(finding.evidenceRef)?.texts[finding.textIndex]?.text
    return text === undefined ? finding : { ...finding, quote: text.slice(finding.start, finding.end) }
  })
  return { evidence: hidden, findings: quoted }
}

function claimsIn(compiled: CompiledPack, text: string): Span[] {
  const rules = compiled.textRules.filter(({ family }) => family === 'minor_safety').map(({ rule }) => rule)
  // A price or a contact beside an age ("any") says no age.
  const atomsIn = (asked: readonly TextRule[]): string[] => [
    ...new Set(asked.flatMap((rule) => atomsOf({ ...rule, any: [], none: [] }))),
  ]
  // What only makes sentences ("I love") claims nothing.
  const atoms = atomsIn(rules.filter((rule) => ownClauseOf(rule) === null)).filter(
    (atom) => compiled.pack.lexicons[atom.slice(4)]?.form !== true,
  )
  // Any number might be a claim, and one whose clause is about something else is none.
  const inClauses = OWN_CLAUSES.map((kind) => ({
    kind,
    atoms: atomsIn(rules.filter((rule) => ownClauseOf(rule) === kind)),
  }))
  const { native, folded } = textViews(text, compiled.vocabulary)
  const views = [
    { view: native, hits: atomHits(compiled, native, 'native') },
    ...(folded === null ? [] : [{ view: folded, hits: atomHits(compiled, folded, 'folded') }]),
    ...[native, folded].flatMap((view) =>
      view === null ? [] : agesRead(compiled, view).map(({ hits }) => ({ view: hits.view, hits })),
    ),
  ]
  return views.flatMap(({ view, hits }) => {
    const certain = atoms.flatMap((atom) => hits.of(atom))
    const stated = inClauses.flatMap(({ kind, atoms: numbers }) =>
      numbers
        .flatMap((atom) => hits.of(atom))
        .filter((hit) => ownClauseAt(kind, hit, { view, original: text }, compiled.pack.ages)),
    )
    return [...certain, ...stated].map(({ start, end }) => originalSpan(view, start, end))
  })
}

/** The text with every span masked, as long as before. */
function masked(text: string, spans: readonly Span[]): string {
  return spans.reduce(
    (rest, { start, end }) => rest.slice(0, start) + maskQuote(rest.slice(start, end)) + rest.slice(end),
    text,
  )
}
