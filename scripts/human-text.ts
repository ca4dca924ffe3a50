import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'

/**
 * Public sets of text that people wrote. They are not part of the project: they are read where they lie, each a `<name>.jsonl` of
 * `{text, label, ident?, group?, lang?}`.
 */
interface HumanSet {
  /** The label of its harmless texts. Default: all of them are. */
  harmless?: (label: string) => boolean
  /** The codes that an offending text has; null where its label says too little. Default: nothing is made of these. */
  codes?: (label: string) => readonly string[] | null
  /**
   * The codes that any of may be said of an offending text of which `codes` says nothing. Such texts are for measuring only, and are not counted
   * where every second text of a set is learnt from.
   */
  oneOf?: (label: string) => readonly string[] | null
  /** What its offending texts are told apart by. Default: nothing. */
  parts?: 'group' | 'lang' | 'label'
  /** Each text says of which group of people it speaks. */
  namesGroups?: boolean
  /** `learn`: by its licence it may be learnt from, and the classifier learns from every second harmless text. `choose`: it may be learnt from, and only thresholds are. */
  use?: 'learn' | 'choose'
}

const GAINS = ['scam_financial', 'phishing_malware_link']
const HARMS = [
  ...[
    'violence_threat',
    'hate_speech',
    'extremism_support',
    'self_harm_promotion',
    'weapon_sale',
    'drug_sale',
  ],
  ...['drug_promotion', 'privacy_doxxing', 'sextortion_threat', 'scam_financial'],
]
const INJECTION = ['prompt_injection_attempt']

const hateful = (label: string): readonly string[] | null => (label === 'hateful' ? ['hate_speech'] : null)

const SETS: Readonly<Record<string, HumanSet>> = {
  agnews: {},
  bipia_email: { use: 'learn' },
  bold: { use: 'learn' },
  cyberseceval: { harmless: () => false, oneOf: () => INJECTION, use: 'choose' },
  davidson: {
    harmless: (label) => label === 'neither',
    oneOf: (label) => (label === 'hate' ? ['hate_speech'] : null),
    use: 'learn',
  },
  deepset: { harmless: (label) => label === 'benign', oneOf: () => INJECTION, use: 'choose' },
  fortunes: {},
  hatecheck: {
    harmless: (label) => label === 'non-hateful',
    codes: hateful,
    parts: 'group',
    use: 'choose',
    namesGroups: true,
  },
  janitr: {
    harmless: (label) => !/scam|spam|phish|promo/.test(label),
    oneOf: (label) => (/scam|phish/.test(label) ? GAINS : null),
  },
  ldnoobw: { use: 'choose' },
  madlibs_en: { harmless: (label) => label === 'nontoxic', use: 'choose' },
  manpages: {},
  medquad: { use: 'learn' },
  mhc: {
    harmless: (label) => label === 'non-hateful',
    codes: hateful,
    parts: 'lang',
    use: 'choose',
    namesGroups: true,
  },
  openai: {
    harmless: (label) => label === 'none',
    codes: (label) => (/^H(?:\+|$)/.test(label) ? ['hate_speech'] : null),
    oneOf: codesOfModeration,
    parts: 'label',
    use: 'learn',
  },
  policy: {},
  sms: {
    harmless: (label) => label === 'ham',
    oneOf: (label) => (label === 'spam' ? [...GAINS, 'spam_engagement'] : null),
    use: 'learn',
  },
  surge: { harmless: (label) => label === 'Not Toxic' },
  twbios: {},
  wordnet: { use: 'learn' },
  xstest: { harmless: (label) => label === 'safe', oneOf: () => HARMS, use: 'learn' },
  ytspam: {
    harmless: (label) => label === 'ham',
    oneOf: () => ['spam_engagement', ...GAINS],
    use: 'learn',
  },
}

/** Self-harm and violence; harassment has no code. */
function codesOfModeration(label: string): readonly string[] | null {
  if (/(?:^|\+)SH/.test(label)) return ['self_harm_promotion']
  return /(?:^|\+)V/.test(label) ? ['violence_threat', 'extremism_support', 'self_harm_promotion'] : null
}

/** Letters of a text that are learnt from: a bio is no longer. */
const MOST_LEARNT = 1_500

const lineSchema = z.object({
  text: z.string(),
  label: z.string().default(''),
  ident: z.string().default(''),
  group: z.string().default(''),
  lang: z.string().default(''),
})

type Line = z.infer<typeof lineSchema>

export interface HumanText {
  set: string
  text: string
  /** Empty where it is harmless. */
  codes: readonly string[]
  /** What its set tells offending texts apart by; empty where it does not. */
  part: string
  /** The group of people that it speaks of; empty where the set does not say. */
  ident: string
  /** The classifier learns from it, so that it measures nothing. */
  isLearnt: boolean
  /** Its set is for measuring only, so that nothing at all was chosen by it. */
  isHeld: boolean
}

/** Every text of the sets in a folder that is harmless or has a code, in a fixed order. Sets that are not named here are not read. */
export function humanTexts(folder: string): HumanText[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.jsonl'))
  return files.sort().flatMap((file) => {
    const name = basename(file, '.jsonl')
    const set = SETS[name]
    return set ? textsOf(name, set, linesOf(join(folder, file))) : []
  })
}

function linesOf(file: string): Line[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => lineSchema.parse(JSON.parse(line)))
}

function textsOf(name: string, set: HumanSet, lines: readonly Line[]): HumanText[] {
  const isHarmless = ({ label }: Line): boolean => set.harmless?.(label) ?? true
  const toText = (line: Line, codes: readonly string[], isLearnt: boolean): HumanText => ({
    set: name,
    text: line.text,
    codes,
    part: set.parts ? line[set.parts] : '',
    ident: set.namesGroups ? line.ident : '',
    isLearnt,
    isHeld: set.use === undefined,
  })
  let counted = 0
  return lines.flatMap((line) => {
    const codes = isHarmless(line) ? [] : (set.codes?.(line.label) ?? null)
    if (codes !== null)
      return [toText(line, codes, counted++ % 2 === 0 && set.use === 'learn' && codes.length === 0)]
    const oneOf = set.oneOf?.(line.label) ?? null
    return oneOf === null ? [] : [toText(line, oneOf, false)]
  })
}

/** What the classifier learns from of them, as far as it reads. */
export function learntTexts(folder: string): HumanText[] {
  return humanTexts(folder)
    .filter(({ isLearnt }) => isLearnt)
    .map((each) => ({ ...each, text: each.text.slice(0, MOST_LEARNT) }))
}

/** SHA-256 of texts and their codes in their order. */
export function digestOf(texts: readonly { text: string; codes: readonly string[] }[]): string {
  const told = texts.map(({ text, codes }) => [text, codes])
  return createHash('sha256').update(JSON.stringify(told)).digest('hex')
}
