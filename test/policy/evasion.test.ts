import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { z } from 'zod'
import { evaluate } from '../../src/policy/evaluate.ts'
import { compilePack } from '../../src/policy/pack/compile-pack.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import type { PolicyPack } from '../../src/policy/pack/pack-schema.ts'
import { score } from '../../src/policy/score/score.ts'
import { sumCodes } from '../../src/policy/score/sum-codes.ts'
import { languageOf } from '../../src/policy/text/languages/language-of.ts'
import { originalSpan, textViews } from '../../src/policy/text/text-views.ts'
import { DISGUISES } from '../support/disguises.ts'
import { pack } from './built-in-pack.ts'

/** The rules alone: the classifier reads words by their pieces and is measured elsewhere. */
const rules: PolicyPack = { ...pack, classifier: null }
const { vocabulary } = compilePack(rules)
const DISGUISED = 'evasion_obfuscation'
const BY_CODE = 8

/** A text and the code that the rules find in it as it stands. */
interface Offence {
  code: string
  text: string
}

function codesIn(text: string): string[] {
  const input = exampleEvidence(text)
  return sumCodes(evaluate(rules, input), rules, input.subject)
    .filter(({ probability }) => probability >= 0.2)
    .map(({ code }) => code)
}

function isFlagged(text: string): boolean {
  const input = exampleEvidence(text)
  const { recommendation } = score(evaluate(rules, input), {
    coverage: 0.95,
    mode: 'deep',
    analysisMode: 'rules',
    pack: rules,
    subject: input.subject,
    statusCodes: [],
  })
  return recommendation !== 'no_flags'
}

const codes = Object.values(pack.codes).filter(({ id }) => id !== DISGUISED)
const english: Offence[] = codes.flatMap(({ id, examples }) =>
  examples.hit
    .filter((example) => typeof example === 'string')
    .filter((text) => /^[\x20-\x7e€£’“”…–—]+$/.test(text) && languageOf(text) === 'en')
    .slice(0, BY_CODE)
    .map((text) => ({ code: id, text }))
    .filter(({ code, text }) => codesIn(text).includes(code)),
)
/** Met by the form of a sentence alone: its words are everyday ones, of which the vocabulary has few, so that nothing parts them again. */
const { byForm = [], byWords = [] } = Object.groupBy(english, ({ code, text }) =>
  evaluate(rules, exampleEvidence(text)).every(({ rule }) => isOfForms(rule) || !rule.startsWith(`${code}/`))
    ? 'byForm'
    : 'byWords',
)
const file = new URL('./offences-in-languages.yaml', import.meta.url)
const { order = [], ...byLanguage } = z
  .record(z.string(), z.array(z.string()))
  .parse(parse(readFileSync(file, 'utf8')))
/** Languages that part words, but English. */
const others: Offence[] = Object.entries(byLanguage)
  .filter(([language]) => !['en', 'ja', 'th', 'zh'].includes(language))
  .flatMap(([, texts]) => texts.map((text, i) => ({ code: order[i] ?? '', text })))
  .filter(({ code, text }) => codesIn(text).includes(code))

/** Whether a rule asks for patterns and parts of sentences, and for no words of a lexicon. */
function isOfForms(name: string): boolean {
  const [code = '', id = ''] = name.split('/')
  const rule = pack.codes[code]?.rules.find((each) => each.id === id)
  if (rule === undefined || !('all' in rule)) return false
  const words = JSON.stringify([rule.all, rule.any ?? []]).matchAll(/"lex\.(\w+)"/g)
  return [...words].every(([, lexicon = '']) => pack.lexicons[lexicon]?.form)
}

const harmless = [
  ...codes.flatMap(({ examples }) => examples.miss.filter((example) => typeof example === 'string')),
  ...readFileSync(new URL('./benign.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
].filter((text) => !isFlagged(text))

function keptShare(offences: readonly Offence[], disguise: (text: string) => string): number {
  const kept = offences.filter(({ code, text }) => codesIn(disguise(text)).includes(code))
  return kept.length / offences.length
}

/** Of what the rules find as it stands, the share that they find disguised: by words in English, in other languages, and by the form of an English sentence. */
const KEPT: Readonly<Record<string, [number, number, number]>> = {
  'hyphen inside': [0.9, 0.9, 0.9],
  'asterisk between': [0.95, 0.95, 0.95],
  'asterisk for a letter': [0.8, 0.85, 0.75],
  'letters swapped': [0.9, 0.8, 0.8],
  'letter dropped': [0.75, 0.8, 0.65],
  'letter doubled': [0.9, 0.8, 0.8],
  'spaced, wide gaps': [0.95, 0.95, 0.95],
  'spaced, gaps collapsed': [0.9, 0.85, 0.85],
  'no spaces': [0.7, 0.5, 0.4],
  'hashtag each': [0.95, 0.95, 0.95],
  'hashtag of words': [0.8, 0.7, 0.65],
  'hashtag of words, lower case': [0.75, 0.6, 0.5],
  underscores: [0.95, 0.95, 0.95],
  dots: [0.95, 0.95, 0.95],
  leet: [0.95, 0.95, 0.95],
  'leet, short words too': [0.78, 0.88, 0.6],
  'drawn out': [0.95, 0.95, 0.95],
  homoglyphs: [0.95, 0.95, 0.95],
  'zero width': [1, 1, 1],
}
/** Harmless texts that are flagged once disguised, because the word that excuses them is not read. */
const FLAGGED: Readonly<Record<string, number>> = {
  'hyphen inside': 1,
  'asterisk for a letter': 9,
  'letters swapped': 5,
  'letter dropped': 5,
  'letter doubled': 3,
  'spaced, wide gaps': 2,
  'spaced, gaps collapsed': 4,
  'no spaces': 1,
  'hashtag each': 2,
  'hashtag of words': 8,
  'hashtag of words, lower case': 8,
  underscores: 3,
  dots: 3,
  'leet, short words too': 3,
  'drawn out': 1,
  homoglyphs: 1,
}

describe('offences in disguise', () => {
  it('are many', () =>
    assert.ok(byWords.length >= 60 && byForm.length >= 20 && others.length >= 100 && harmless.length >= 400))

  for (const [name, disguise] of Object.entries(DISGUISES)) {
    it(`are found: ${name}`, () => {
      const kept = [byWords, others, byForm].map((offences) => keptShare(offences, disguise))
      const isKept = kept.every((share, index) => share >= (KEPT[name]?.[index] ?? 1))
      assert.ok(isKept, kept.join(', '))
    })

    it(`and harmless texts are not: ${name}`, () => {
      const flagged = harmless.map(disguise).filter(isFlagged)
      assert.ok(flagged.length <= (FLAGGED[name] ?? 0), flagged.join('\n'))
    })
  }
})

describe('words read with the vocabulary of the pack', () => {
  const readings: [string, string][] = [
    ['co-caine for sale, 70 a gram', 'cocaine for sale, 70 a gram'],
    ['c*caine for sale, 70 a gram', 'cocaine for sale, 70 a gram'],
    ['sellingcocaine70agram', 'selling cocaine 70 a gram'],
    ['#SellingCocaine daily', 'selling cocaine daily'],
    ['#sellingcocaine daily', 'selling cocaine daily'],
    ['s e l l i n g c o c a i n e', 'selling cocaine'],
    ['coacine for sale', 'cocaine for sale'],
  ]
  for (const [written, read] of readings)
    it(`reads ${written}`, () => {
      const { folded } = textViews(written, vocabulary)
      assert.equal(folded?.text, read)
      for (const { start, end } of [...read.matchAll(/\p{L}+/gu)].map(({ index, 0: word }) => ({
        start: index,
        end: index + word.length,
      }))) {
        const span = originalSpan(folded ?? assert.fail(), start, end)
        assert.ok(span.start < span.end && span.end <= written.length)
      }
    })

  for (const written of [
    'well-being and self-care',
    'the co-op opens at ten',
    'check-in at noon, drop-off at six',
    'a therapist in Lisbon',
    'she forgot teh keys',
    'the potential of a relationship',
    'communications and negotiations',
    '@sellingcocaine https://x.example/co-caine',
  ])
    it(`leaves alone ${written}`, () => assert.equal(textViews(written, vocabulary).folded, null))

  it('calls no hashtag, missing blank or single slip a disguise, and signs inside words one', () => {
    for (const text of [
      '#SellingCocaine 70 a gram, text me on telegram',
      'selling coacine 70 a gram, telegram',
    ])
      assert.ok(codesIn(text).includes('drug_sale') && !codesIn(text).includes(DISGUISED), text)
    assert.ok(codesIn('selling co-caine 70 a gram, telegram').includes(DISGUISED))
  })
})
