import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'

/**
 * Public sets of text that people wrote. They are not part of the project: they are read where they lie, each a `<name>.jsonl` of
 * `{text, label}`.
 */
interface HumanSet {
  /** The label of its harmless texts. Default: all of them are. */
  harmless?: (label: string) => boolean
  /** `learn`: by its licence it may be learnt from, and the classifier learns from every second harmless text. `choose`: it may be learnt from, and only thresholds are. */
  use?: 'learn' | 'choose'
}

const SETS: Readonly<Record<string, HumanSet>> = {
  agnews: {},
  bipia_email: { use: 'learn' },
  bold: { use: 'learn' },
  davidson: { harmless: (label) => label === 'neither', use: 'learn' },
  deepset: { harmless: (label) => label === 'benign', use: 'choose' },
  fortunes: {},
  hatecheck: { harmless: (label) => label === 'non-hateful', use: 'choose' },
  janitr: { harmless: (label) => !/scam|spam|phish|promo/.test(label) },
  ldnoobw: { use: 'choose' },
  madlibs_en: { harmless: (label) => label === 'nontoxic', use: 'choose' },
  manpages: {},
  medquad: { use: 'learn' },
  mhc: { harmless: (label) => label === 'non-hateful', use: 'choose' },
  openai: { harmless: (label) => label === 'none', use: 'learn' },
  policy: {},
  sms: { harmless: (label) => label === 'ham', use: 'learn' },
  surge: { harmless: (label) => label === 'Not Toxic' },
  twbios: {},
  wordnet: { use: 'learn' },
  xstest: { harmless: (label) => label === 'safe', use: 'learn' },
  ytspam: { harmless: (label) => label === 'ham', use: 'learn' },
}

/** Letters of a text that are learnt from: a bio is no longer. */
const MOST_LEARNT = 1_500

const lineSchema = z.object({ text: z.string(), label: z.string().default('') })

export interface HumanText {
  set: string
  text: string
  /** The classifier learns from it, so that it measures nothing. */
  isLearnt: boolean
  /** Its set is for measuring only, so that nothing at all was chosen by it. */
  isHeld: boolean
}

/** Every harmless text of the sets in a folder, in a fixed order. Sets that are not named here are not read. */
export function harmlessTexts(folder: string): HumanText[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.jsonl'))
  return files.sort().flatMap((file) => {
    const name = basename(file, '.jsonl')
    const set = SETS[name]
    if (!set) return []
    const lines = readFileSync(join(folder, file), 'utf8').split('\n')
    return lines
      .filter((line) => line.trim() !== '')
      .map((line) => lineSchema.parse(JSON.parse(line)))
      .filter(({ label }) => set.harmless?.(label) ?? true)
      .map(({ text }, index) => ({
        set: name,
        text,
        isLearnt: set.use === 'learn' && index % 2 === 0,
        isHeld: set.use === undefined,
      }))
  })
}

/** What the classifier learns from of them, as far as it reads. */
export function learntTexts(folder: string): string[] {
  return harmlessTexts(folder)
    .filter(({ isLearnt }) => isLearnt)
    .map(({ text }) => text.slice(0, MOST_LEARNT))
}

/** SHA-256 of texts in their order. */
export function digestOf(texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex')
}
