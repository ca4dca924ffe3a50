import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { z } from 'zod'
import { evaluate } from '../src/policy/evaluate.ts'
import {
  ANY,
  type Classifier,
  decodeClassifier,
  encodeClassifier,
  type TrainedColumn,
} from '../src/policy/learnt/classifier.ts'
import { mostAlike } from '../src/policy/learnt/most-alike.ts'
import { hitsIn, type Passage, passagesOf } from '../src/policy/learnt/passages.ts'
import { type Features, featuresOf, wordSlots } from '../src/policy/learnt/resemblance-features.ts'
import { type CompiledPack, compilePack } from '../src/policy/pack/compile-pack.ts'
import { exampleEvidence } from '../src/policy/pack/example-evidence.ts'
import { loadPolicyPack } from '../src/policy/pack/pack.ts'
import type { PolicyPack } from '../src/policy/pack/pack-schema.ts'
import { languageOf } from '../src/policy/text/languages/language-of.ts'
import { readCreators } from './eval.ts'
import { digestOf, learntTexts } from './human-text.ts'

/**
 * `npm run train -- <folder>` writes `policies/classifier.bin` from what the repository holds (the labelled creators, the texts of
 * `fixtures/train` and the examples of the codes) and from harmless texts that people wrote, which lie in the folder
 * (`human-text.ts`). The same inputs give the same bytes. `npm run train -- <folder> --measure` only prints what classifiers say of authors
 * that were held out of their training.
 */

const FILE = fileURLToPath(new URL('../policies/classifier.bin', import.meta.url))
const TRAIN_FOLDER = fileURLToPath(new URL('../fixtures/train', import.meta.url))
const BITS = 18
const ROUNDS = 12
const RATE = 0.5
const DECAY = 1e-4
/** A positive weighs this power of how rare it is. */
const RARITY = 0.5
const SENTENCE_WEIGHT = 0.5
/** Of benign creators of held-out authors, the share that the classifier may flag. */
const BENIGN_SHARE = 0.05
/** The share of scanned creators that offend, a judgement: scans are asked for where somebody wonders. In the sets it is half. */
const OFFENDING_SHARE = 0.2
/** Codes that are told from structure, links or numbers; and minor safety, which an opinion alone must never raise. */
const LEFT_TO_RULES = new Set([
  'minor_age_claim',
  'minor_coded_terms',
  'escort_directory_link',
  'phishing_malware_link',
  'link_cloaking',
  'evasion_obfuscation',
  'adult_link_restricted',
  'profile_unavailable',
  'insufficient_coverage',
])
/** Creators of these files are for measuring, so nothing is learnt from them. */
const UNSEEN = 'unseen-'
/** Whoever wrote the rules: in every training, never a measure. */
const AUTHOR_OF_RULES = 'rules'
/** Who wrote creators without having seen the rules: held out of training in turn. */
const AUTHORS_OF_CREATORS = ['first', 'second', 'third', 'sixth']

export interface Labelled {
  author: string
  text: string
  codes: string[]
  may: string[]
}

const trainSchema = z.array(
  z.strictObject({
    language: z.string(),
    text: z.string(),
    codes: z.array(z.string()).default([]),
    may: z.array(z.string()).default([]),
  }),
)

const labelledOf = new WeakMap<PolicyPack, readonly Labelled[]>()

/** Every text with its codes that a classifier may learn from, in a fixed order. Read and judged once for a pack: that takes four seconds. */
export function labelledTexts(pack: PolicyPack): readonly Labelled[] {
  const labelled = labelledOf.get(pack) ?? readLabelled(pack)
  labelledOf.set(pack, labelled)
  return labelled
}

function readLabelled(pack: PolicyPack): Labelled[] {
  const trained = readdirSync(TRAIN_FOLDER)
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .flatMap((file) =>
      trainSchema
        .parse(parse(readFileSync(`${TRAIN_FOLDER}/${file}`, 'utf8')))
        .map(({ text, codes, may }) => ({
          author: file.split('-', 1)[0] ?? '',
          text,
          codes,
          may,
        })),
    )
  return [...fromCreators(pack), ...fromExamples(pack), ...trained]
}

/** Of creators with several texts only the blameless ones: elsewhere nobody says which text it is. */
function fromCreators(pack: PolicyPack): Labelled[] {
  const learnt = readCreators(pack).filter(({ file }) => !file.startsWith(UNSEEN))
  return learnt.flatMap(({ file, text, creator, codes, may, tier }) => {
    const author = authorOf(file)
    if (text !== undefined) return [{ author, text, codes, may }]
    const seen = typeof creator === 'string' ? [{ text: creator }] : (creator?.evidence ?? [])
    const texts = seen.flatMap((each) => (each.text === undefined ? [] : [each.text]))
    if (tier === 'namesake' || (codes.length > 0 && texts.length > 1)) return []
    return texts.map((each) => ({ author, text: each, codes, may }))
  })
}

function authorOf(file: string): string {
  if (/^(?:paraphrases|look-alikes|translations)\./.test(file)) return AUTHOR_OF_RULES
  return file.match(/^(second|third|sixth)-/)?.[1] ?? 'first'
}

/** An example is labelled with its own code; what else the rules see in it is left open. */
function fromExamples(pack: PolicyPack): Labelled[] {
  const rulesAlone = { ...pack, classifier: null }
  return Object.values(pack.codes).flatMap(({ id, examples }) =>
    (['hit', 'miss'] as const).flatMap((kind) =>
      examples[kind].flatMap((text) => {
        if (typeof text !== 'string') return []
        const codes = kind === 'hit' ? [id] : []
        const found = evaluate(rulesAlone, exampleEvidence(text)).map(({ code }) => code)
        const may = [...new Set(found)].filter((code) => !codes.includes(code)).sort()
        return [{ author: AUTHOR_OF_RULES, text, codes, may }]
      }),
    ),
  )
}

/** Texts that people wrote: whoever wrote them is nobody's author, and in every training. */
export function labelledByPeople(folder: string): Labelled[] {
  return learntTexts(folder).map(({ text, codes }) => ({ author: 'human', text, codes: [...codes], may: [] }))
}

/** What a classifier hangs on in the repository: the labelled texts, the words that become features, and the numbers above. */
export function trainingHash(pack: PolicyPack, labelled: readonly Labelled[]): string {
  const { concepts } = pack
  // What only makes sentences is no feature, nor is how a rule takes what it excludes.
  const lexicons = Object.fromEntries(
    Object.entries(pack.lexicons).flatMap(([name, { form, relations: _, nicknames: __, ...read }]) =>
      form ? [] : [[name, read]],
    ),
  )
  const numbers = [BITS, ROUNDS, RATE, DECAY, RARITY, SENTENCE_WEIGHT, BENIGN_SHARE, OFFENDING_SHARE]
  return createHash('sha256')
    .update(JSON.stringify([labelled, lexicons, concepts, numbers]))
    .digest('hex')
}

interface Read extends Labelled {
  passages: Passage[]
  features: Features[]
}

/** Passages and features of each text, made once. */
export function readTexts(compiled: CompiledPack, labelled: readonly Labelled[]): Read[] {
  return labelled.map((each) => {
    const passages = passagesOf(compiled, hitsIn(compiled, each.text), {
      language: languageOf(each.text),
      wholeToo: true,
    })
    return { ...each, passages, features: passages.map((p) => featuresOf(p.text, p.families, BITS)) }
  })
}

interface Weighed {
  features: Features
  isPositive: boolean
  weight: number
}

/** The columns, all of them unless told: the one for any code first. */
export function trainColumns(
  pack: PolicyPack,
  read: readonly Read[],
  names = [ANY, ...Object.keys(pack.codes).filter((code) => !LEFT_TO_RULES.has(code))],
): TrainedColumn[] {
  return names.map((name) => ({ name, ...trainColumn(examplesOf(name, read)) }))
}

/** A text that may have the code says nothing either way; of a blameless text every sentence is blameless too. */
function examplesOf(name: string, read: readonly Read[]): Weighed[] {
  const examples = read.flatMap(({ codes, may, features }): Weighed[] => {
    const judged = codes.filter((code) => !LEFT_TO_RULES.has(code))
    const isPositive = name === ANY ? judged.length > 0 : codes.includes(name)
    const isOpen = !isPositive && (name === ANY ? codes.length + may.length > 0 : may.includes(name))
    if (isOpen) return []
    return features
      .slice(0, isPositive ? 1 : undefined)
      .map((each, i) => ({ features: each, isPositive, weight: i === 0 ? 1 : SENTENCE_WEIGHT }))
  })
  const positives = examples.filter(({ isPositive }) => isPositive).length
  const rarity = (examples.length / Math.max(1, positives)) ** RARITY
  return examples.map((each) => (each.isPositive ? { ...each, weight: rarity } : each))
}

/** Logistic regression by AdaGrad, one example at a time, in an order that is the same every time. */
function trainColumn(examples: readonly Weighed[]): { weights: Float32Array; bias: number } {
  const weights = new Float32Array(2 ** BITS)
  const squares = new Float32Array(2 ** BITS).fill(0.01)
  let bias = -2
  let biasSquare = 0.01
  const order = examples.slice()
  const random = pseudoRandom(7)
  for (let round = 0; round < ROUNDS; round++) {
    shuffle(order, random)
    for (const { features, isPositive, weight } of order) {
      const { slots, values } = features
      let sum = bias
      for (let i = 0; i < slots.length; i++)
        sum += (weights[slots[i] as number] as number) * (values[i] as number)
      const error = (1 / (1 + Math.exp(-sum)) - Number(isPositive)) * weight
      for (let i = 0; i < slots.length; i++) {
        const slot = slots[i] as number
        const old = weights[slot] as number
        const gradient = error * (values[i] as number) + DECAY * old
        const square = (squares[slot] as number) + gradient * gradient
        squares[slot] = square
        weights[slot] = old - (RATE * gradient) / Math.sqrt(square)
      }
      biasSquare += error * error
      bias -= (RATE * error) / Math.sqrt(biasSquare)
    }
  }
  return { weights, bias }
}

function shuffle<T>(list: T[], random: () => number): void {
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[list[i], list[j]] = [list[j] as T, list[i] as T]
  }
}

function pseudoRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** The words that stand in two texts at least, by slot. */
export function taughtWords(read: readonly Read[]): Int32Array {
  const texts = new Map<number, number>()
  for (const { passages } of read)
    for (const slot of new Set(passages.flatMap(({ text }) => wordSlots(text, BITS))))
      texts.set(slot, (texts.get(slot) ?? 0) + 1)
  return Int32Array.from([...texts].filter(([, count]) => count >= 2).map(([slot]) => slot)).sort()
}

const UNSET = {
  bits: BITS,
  threshold: 0,
  slope: 1,
  offset: 0,
  trainedFrom: '',
  humanText: '',
  words: new Int32Array(),
}

interface HeldOut {
  author: string
  /** The best value of the text, whether its code is right, and whether the text is blameless. */
  value: number
  isRight: boolean
  isBenign: boolean
}

/**
 * What classifiers say of the creators of each author that learnt from everybody else's texts. Only of creators as they
 * come, `fixtures/eval`: the texts of `fixtures/train` were asked for to be hard, and say nothing of how often it is right.
 */
export function judgeHeldOut(compiled: CompiledPack, read: readonly Read[]): HeldOut[] {
  return AUTHORS_OF_CREATORS.flatMap((author) => {
    const columns = trainColumns(
      compiled.pack,
      read.filter((each) => each.author !== author),
    )
    const classifier = decodeClassifier(encodeClassifier(UNSET, columns))
    return read
      .filter((each) => each.author === author)
      .flatMap(({ codes, may, passages }) => {
        if (codes.length > 0 && codes.every((code) => LEFT_TO_RULES.has(code))) return []
        const best = mostAlike(compiled, classifier, passages)
        if (best === null || (codes.length === 0 && may.includes(best.code))) return []
        const isRight = codes.includes(best.code) || may.includes(best.code)
        return [{ author, value: best.value, isRight, isBenign: codes.length === 0 }]
      })
  })
}

/** The least value that flags no more benign texts than allowed, and what a value is worth, by Platt's method. */
export function calibrate(heldOut: readonly HeldOut[]): Pick<Classifier, 'threshold' | 'slope' | 'offset'> {
  const benign = heldOut.filter(({ isBenign }) => isBenign).sort((a, b) => b.value - a.value)
  const threshold = benign[Math.floor(BENIGN_SHARE * benign.length)]?.value ?? 0
  const offending = heldOut.length - benign.length
  const tilt = Math.log(OFFENDING_SHARE / (1 - OFFENDING_SHARE)) - Math.log(offending / benign.length)
  const { slope, offset } = platt(heldOut.map(({ value, isRight }) => ({ value, isRight })))
  const rounded = (value: number): number => Math.round(value * 1e3) / 1e3
  return { threshold: rounded(threshold), slope: rounded(slope), offset: rounded(offset + tilt) }
}

/** Newton's method for two unknowns. What separates without a fault would run off to infinity: a prior of one holds it. */
function platt(points: readonly { value: number; isRight: boolean }[]): { slope: number; offset: number } {
  let slope = 0
  let offset = 0
  for (let round = 0; round < 25; round++) {
    let [ga, gb, haa, hab, hbb] = [slope, offset, 1, 0, 1]
    for (const { value, isRight } of points) {
      const p = 1 / (1 + Math.exp(-(slope * value + offset)))
      const error = p - Number(isRight)
      const spread = p * (1 - p)
      ga += error * value
      gb += error
      haa += spread * value * value
      hab += spread * value
      hbb += spread
    }
    const determinant = haa * hbb - hab * hab
    slope -= (hbb * ga - hab * gb) / determinant
    offset -= (haa * gb - hab * ga) / determinant
  }
  return { slope, offset }
}

function report(heldOut: readonly HeldOut[], { threshold }: Pick<Classifier, 'threshold'>): void {
  const rows = [...Map.groupBy(heldOut, ({ author }) => author)].map(([author, judged]) => {
    const benign = judged.filter(({ isBenign }) => isBenign)
    const offending = judged.filter(({ isBenign }) => !isBenign)
    const flagged = offending.filter(({ value }) => value >= threshold)
    return {
      author,
      'benign flagged': `${benign.filter(({ value }) => value >= threshold).length} of ${benign.length}`,
      'offending flagged': `${flagged.length} of ${offending.length}`,
      'with a right code': flagged.filter(({ isRight }) => isRight).length,
    }
  })
  console.table(rows)
}

function main(): void {
  const folder = process.argv[2]
  if (folder === undefined) throw new Error('usage: npm run train -- <folder of human text> [--measure]')
  const pack = loadPolicyPack([fileURLToPath(new URL('../policies', import.meta.url))])
  const compiled = compilePack(pack)
  const labelled = labelledTexts(pack)
  const human = labelledByPeople(folder)
  const read = readTexts(compiled, [...labelled, ...human])
  console.log(`${labelled.length} texts of ours, ${human.length} that people wrote`)
  const heldOut = judgeHeldOut(compiled, read)
  const calibration = calibrate(heldOut)
  report(heldOut, calibration)
  console.log(calibration)
  if (process.argv.includes('--measure')) return
  const about = {
    ...calibration,
    bits: BITS,
    trainedFrom: trainingHash(pack, labelled),
    humanText: digestOf(human),
    words: taughtWords(read),
  }
  const file = encodeClassifier(about, trainColumns(pack, read))
  writeFileSync(FILE, file)
  console.log(`${FILE}: ${file.length} bytes`)
}

if (import.meta.main) main()
