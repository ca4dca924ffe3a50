import { LONGEST_PROFILE } from '../../text/sentences.ts'
import type { Span } from '../../text/text-views.ts'
import { type AgeReading, isAgeLabel, type OwnersReading, SAYS_OF_SELF } from './age-subjects.ts'
import { isRelatedTo } from './others-ages.ts'

/**
 * Whose an age behind a label and its colon is. A label announces what comes ("all you need to know: 15yo"), so that the age is its author's, unless the label names
 * what has years itself: "my dog: 15 y/o", "whisky: 15 yo", "account age: 15 years". An age of a few years only ("15 ans", "15 years") may be how long
 * something has lasted: there the label has to say that its author comes next.
 */
export function isOwnersLabel(label: Span, age: Span, reading: OwnersReading): boolean {
  const { hits } = reading
  const { text } = hits.view
  const said = text.slice(label.start, label.end).replace(/\P{L}+$/u, '')
  if (isRelatedTo(said)) return false
  // "Sofia: 15 ans", of whom the profile is.
  if (reading.names.includes(said.trim())) return true
  const announced = spansIn('lex.announces_self', label, reading)
  const others = OTHERS.flatMap((atom) => spansIn(atom, label, reading)).filter(
    (other) => !meets(other, announced) && !isOwnSurface(other, said, label, text),
  )
  if (others.length > 0) return false
  if (SAYS_OF_SELF.test(said) || isAgeLabel(said)) return true
  const years = text.slice(age.start, age.end)
  if (!OF_LIVING.test(years)) {
    const media = spansIn('lex.media', label, reading)
    return !ENGLISH_YEARS.test(years) && announced.some((one) => !meets(one, media))
  }
  if (announced.length > 0) return true
  // On a page a heading is anybody's.
  if (text.length > LONGEST_PROFILE) return false
  return !OWNED.test(said) || SPEAKS.test(said)
}

const OTHERS = [
  'lex.somebody_else',
  'lex.spans_of_years',
  'lex.aged_things',
  'lex.aged_goods',
  'lex.aged_subjects',
  'lex.aged_labels',
]

/** An age that only who or what was born or made has; "15 years" may last. */
const OF_LIVING =
  /y[./]?o(?!\p{L})|\bold\b|young|alt(?!\p{L})|jung|oud(?!\p{L})|yasinda|gammal|[歳才岁歲살세]/u
/** Nobody's age where nothing asks for one; elsewhere years alone are how an age is told. */
const ENGLISH_YEARS = /(?<!\p{L})years?$/u
/** "My bulldog", "the Harley": what has a determiner is a thing or somebody else, unless a verb goes on or it says that it is its author. */
const OWNED =
  /^\P{L}*(?:the|our|this|that|these|his|her|their|my|mi|mis|nuestr[oa]s?|el|la|meu|minha|noss[oa]|mon|ma|notre|le|mein|meine|unsere?|der|die|das|mijn|onze?|(?:il |la )?(?:mi[oa]|nostr[oa])|moj[ae]?|nasz[ae]?|мои|моя|мое|наш|наша|min|mitt|var|vart) (?!(?:real |true )?(?:me|girl|boy|teen|one)(?!\p{L}))/u
/** A clause and no name of a thing: "… where the good stuff is", "what you get". */
const SPEAKS = /(?<!\p{L})(?:is|are|you|i|where|what|es|est|sono|ist|sind|du|tu|jest)(?!\p{L})/u

/** Accounts and pages have years only where the label names nothing else: "this account", "account age", but not "welcome to my page". */
const SURFACE =
  /^(?:account|page|akun|konto|cont|site|website|账号|帳號|アカウント|계정|λογαριασμοσ|חשבון|אקאונט)$/u
const NOTHING_ELSE = /^\P{L}*(?:(?:my|this|our|the|age|of|dieses|mein|这个|這個|我的|この|私の|이|내) ?)*$/u

function isOwnSurface(other: Span, said: string, label: Span, text: string): boolean {
  if (!SURFACE.test(text.slice(other.start, other.end))) return false
  const rest = said.slice(0, other.start - label.start) + said.slice(other.end - label.start)
  return !NOTHING_ELSE.test(rest) && !isAgeLabel(said) && !/(?<!\p{L})age(?!\p{L})/u.test(rest)
}

function spansIn(atom: string, { start, end }: Span, { hits }: AgeReading): readonly Span[] {
  return hits.of(atom).filter((hit) => hit.start >= start && hit.end <= end)
}

function meets(one: Span, others: readonly Span[]): boolean {
  return others.some(({ start, end }) => one.start < end && start < one.end)
}
