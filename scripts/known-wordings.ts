import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ANY } from '../src/policy/learnt/classifier.ts'
import { likeness } from '../src/policy/learnt/nearest-wording.ts'
import { featuresOf } from '../src/policy/learnt/resemblance-features.ts'
import { compilePack } from '../src/policy/pack/compile-pack.ts'
import { loadPolicyPack } from '../src/policy/pack/pack.ts'
import type { PolicyPack } from '../src/policy/pack/pack-schema.ts'
import type { KnownWording } from '../src/policy/pack/word-schemas.ts'
import { languageOf } from '../src/policy/text/languages/language-of.ts'
import { normaliseText } from '../src/policy/text/text-views.ts'
import { labelledTexts } from './train-classifier.ts'

/**
 * `npm run wordings` writes `policies/wordings.yaml`: of the labelled texts that the classifier learnt each code from those few that
 * stand for the others, for the reader of a resemblance. Texts of ours alone, never those of people. The same inputs give the same bytes.
 */

const FILE = fileURLToPath(new URL('../policies/wordings.yaml', import.meta.url))
const MOST = 40
const MAX_LENGTH = 160
const BITS = 18
/** What a report should not repeat, invented as it is: addresses, accounts, numbers to call. */
const LEADS_SOMEWHERE = /@[\p{L}\p{N}_]|https?:|[a-z]\.[a-z]{2,4}(?:\/|\b)|\d[\d\s().-]{5,}\d/iu
/** Would end the quotation in which a report shows it, or look like a reference of it. */
const ENDS_QUOTATION = /[“”[\]\n]/u

/** By code, for every code that the classifier judges and that is asked for: at most 40, of their own language each. */
export function knownWordings(
  pack: PolicyPack,
  isAskedFor: (code: string) => boolean = () => true,
): Record<string, KnownWording[]> {
  const isMinorSafety = (code: string): boolean => pack.codes[code]?.family === 'minor_safety'
  const labelled = labelledTexts(pack).filter(({ codes, may }) => ![...codes, ...may].some(isMinorSafety))
  const judged = compilePack(pack).classifier?.columns.map(({ name }) => name) ?? []
  const codes = judged
    .filter((name) => name !== ANY && pack.codes[name] && !isMinorSafety(name) && isAskedFor(name))
    .sort()
  return Object.fromEntries(
    codes.map((code) => {
      const texts = new Set(labelled.filter((each) => each.codes.includes(code)).map(({ text }) => text))
      return [code, representatives([...texts]).map(asWording)]
    }),
  )
}

/** Those by which the texts are best covered: each is worth what it makes more alike the texts to one of those taken. */
function representatives(texts: readonly string[]): string[] {
  // Without families: which words a lexicon holds does not change what stands for what.
  const features = texts.map((text) => featuresOf(normaliseText(text), [], BITS))
  const alike: number[][] = texts.map(() => [])
  for (const [i, one] of features.entries())
    for (const [k, other] of features.slice(0, i + 1).entries()) {
      const like = likeness(one, other)
      for (const [from, to] of [
        [i, k],
        [k, i],
      ] as const)
        (alike[from] ?? [])[to] = like
    }
  const candidates = texts.flatMap((text, at) => (isQuotable(text) ? [{ text, alike: alike[at] ?? [] }] : []))
  const covered = texts.map(() => 0)
  const taken: string[] = []
  while (taken.length < MOST) {
    let best: (typeof candidates)[number] | null = null
    let most = 0
    for (const candidate of candidates) {
      const gain = candidate.alike.reduce((sum, like, i) => sum + Math.max(0, like - (covered[i] ?? 0)), 0)
      if (gain > most) [best, most] = [candidate, gain]
    }
    if (best === null) break
    for (const [i, like] of best.alike.entries()) covered[i] = Math.max(covered[i] ?? 0, like)
    taken.push(best.text)
  }
  return taken
}

function isQuotable(text: string): boolean {
  return text.length <= MAX_LENGTH && !ENDS_QUOTATION.test(text) && !LEADS_SOMEWHERE.test(text)
}

function asWording(text: string): KnownWording {
  const language = languageOf(text)
  return { ...(language !== null && { language }), text }
}

/** One wording a line. */
export function asYaml(wordings: Readonly<Record<string, readonly KnownWording[]>>): string {
  const codes = Object.entries(wordings).map(([code, all]) =>
    [`${code}:`, ...all.map((each) => `  - ${JSON.stringify(each)}`)].join('\n'),
  )
  return [
    '# Known wordings that stand for the texts which the classifier learnt a code from, so that a reader can see what a finding resembles.',
    '# Written by `npm run wordings`; all of it is invented.',
    ...codes,
    '',
  ].join('\n')
}

function main(): void {
  const pack = loadPolicyPack([fileURLToPath(new URL('../policies', import.meta.url))])
  const yaml = asYaml(knownWordings(pack))
  writeFileSync(FILE, yaml)
  console.log(`${FILE}: ${Buffer.byteLength(yaml)} bytes`)
}

if (import.meta.main) main()
