import type { Coverage } from '../../../sdk/contract.ts'
import { type Channel, type Evidence, SHOWN } from '../../evidence/evidence.ts'
import type { PolicyPack } from '../../policy/pack/pack-schema.ts'
import type { Languages } from '../../policy/pack/word-schemas.ts'
import { languagesOf, type ToldPassages } from '../../policy/text/languages/language-of.ts'
import { scoreOf } from './coverage.ts'
import type { Share } from './planned-shares.ts'

type Told = NonNullable<Coverage['languages']>[number]

/** Why a step counts less. */
export const NOT_COVERED = 'language_not_covered'
/** A handful of words beside others may be a title or a name; where hardly anything else stands there, they are what there is to read. */
const LEAST_LETTERS = 40
const MOST_OF_ALL = 0.5
/** A letter that English has not: without one, a few words look like those of many languages ("Ceramics from Aarhus"). */
const LETTER_OF_ITS_OWN = /[^\P{L}A-Za-z]/u
const MAX_REFS = 5
/** Names and labels have no language. */
const PROSE: readonly Channel[] = ['bio', 'post', 'page', 'snippet', 'picture']

/**
 * The coverage with what the texts are written in. Text in a language that the pack does not cover counts half in its step, by letters;
 * letters of which nobody can tell count whole.
 */
export function withLanguages(
  { evidence, coverage, planned }: { evidence: Evidence[]; coverage: Coverage; planned: Share[] },
  { languages, scoring }: PolicyPack,
): Coverage {
  const passages: ToldPassages = new Map()
  const texts = evidence
    .filter(({ outcome }) => SHOWN.has(outcome))
    .flatMap((each) => textsOf(each, passages))
  const told = toldIn(texts, languages)
  const foreign = new Set(told.filter((each) => !isCovered(each)).map(({ language }) => language))
  if (foreign.size === 0) return { ...coverage, languages: told }
  const parts = planned.map((part) => ({ ...part, foreign: shareIn(texts, part, foreign) }))
  const score = scoreOf(
    parts.map((part) => ({ ...part, share: part.share * (1 - part.foreign / 2) })),
    scoring,
  )
  const short = new Set<string>(
    parts.filter((part) => part.foreign > 0).map(({ step }) => (step === 'bio' ? 'profile' : step)),
  )
  return {
    ...coverage,
    score,
    languages: told,
    steps: coverage.steps.map((step) => (short.has(step.step) ? lessened(step) : step)),
  }
}

interface Text {
  ref: string
  url: string
  channel: Channel
  /** `null` where nobody can tell. */
  language: string | null
  letters: number
  hasOwnLetters: boolean
}

function textsOf({ ref, url, texts }: Evidence, passages: ToldPassages): Text[] {
  return texts
    .filter(({ channel }) => PROSE.includes(channel))
    .flatMap(({ channel, text }) => {
      const hasOwnLetters = LETTER_OF_ITS_OWN.test(text)
      return languagesOf(text, passages).map((each) => ({ ref, url, channel, hasOwnLetters, ...each }))
    })
}

function toldIn(texts: readonly Text[], languages: Languages): Told[] {
  const all = lettersIn(texts)
  const byLanguage = Map.groupBy(texts, ({ language }) => language)
  return [...byLanguage]
    .flatMap(([language, own]): Told[] => {
      if (language === null) return []
      const covered = languages[language] ?? { minor_safety: false, rules: false }
      const told = { language, letters: lettersIn(own), ...covered, refs: [] }
      if (isCovered(told)) return [told]
      const isAll = told.letters >= MOST_OF_ALL * all && own.some(({ hasOwnLetters }) => hasOwnLetters)
      return told.letters < LEAST_LETTERS && !isAll
        ? []
        : [{ ...told, refs: [...new Set(own.map(({ ref }) => ref))].slice(0, MAX_REFS) }]
    })
    .sort((a, b) => b.letters - a.letters || (a.language < b.language ? -1 : 1))
}

function isCovered({ minor_safety, rules }: Pick<Told, 'minor_safety' | 'rules'>): boolean {
  return minor_safety && rules
}

/** Share of the letters of a step that are in one of these languages. The bio of a profile is a step of its own. */
function shareIn(texts: readonly Text[], { step, urls }: Share, languages: ReadonlySet<string>): number {
  const own = texts.filter(({ url }) => urls.includes(url))
  const bio = own.filter(({ channel }) => channel === 'bio')
  const read = step === 'bio' && bio.length > 0 ? bio : own
  const foreign = read.filter(({ language }) => language !== null && languages.has(language))
  return lettersIn(foreign) / Math.max(1, lettersIn(read))
}

function lettersIn(texts: readonly Text[]): number {
  return texts.reduce((sum, { letters }) => sum + letters, 0)
}

function lessened(step: Coverage['steps'][number]): Coverage['steps'][number] {
  const status = step.status === 'completed' ? 'partial' : step.status
  return { ...step, status, detail: [step.detail, NOT_COVERED].filter(Boolean).join(', ') }
}
