import { createReadStream, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { evaluate } from '../src/policy/evaluate.ts'
import type { Finding } from '../src/policy/finding.ts'
import { exampleEvidence } from '../src/policy/pack/example-evidence.ts'
import { loadPolicyPack } from '../src/policy/pack/pack.ts'
import type { PolicyPack } from '../src/policy/pack/pack-schema.ts'
import { score } from '../src/policy/score/score.ts'
import type { Recommendation } from '../src/policy/score/score-input.ts'
import { readCreators } from './eval.ts'

/**
 * `npm run gate -- <folder> [--show <set>]` judges sets of text that people wrote, each line as the bio of a creator at full
 * coverage, and prints for each set how many of its harmless texts are flagged, with the classifier and by the rules alone.
 * A set is a `<name>.jsonl` of `{text, label}`; which labels are harmless stands in `HARMLESS`. The sets are not part of the
 * project: they are read where they lie. `--show` prints the harmless texts of one set that are flagged, with their codes.
 *
 * `--proven` prints for each code from which stated precision on the classifier may carry a report beyond `review_low`: the
 * least one at which nine in ten of its findings would be right among creators of whom one in a hundred offends. What it finds
 * is counted on the creators of authors that it never learnt from, what it accuses wrongly on the sets that may be learnt from,
 * with one more than was seen; beside it stands the precision on the sets that are for measuring only.
 */

/** The label of a set's harmless texts; `null`: all of them are. A set that is not named here is not judged. */
const HARMLESS: Readonly<Record<string, ((label: string) => boolean) | null>> = {
  agnews: null,
  bipia_email: null,
  bold: null,
  davidson: (label) => label === 'neither',
  deepset: (label) => label === 'benign',
  fortunes: null,
  hatecheck: (label) => label === 'non-hateful',
  janitr: (label) => !/scam|spam|phish|promo/.test(label),
  ldnoobw: null,
  madlibs_en: (label) => label === 'nontoxic',
  manpages: null,
  medquad: null,
  mhc: (label) => label === 'non-hateful',
  openai: (label) => label === 'none',
  policy: null,
  sms: (label) => label === 'ham',
  surge: (label) => label === 'Not Toxic',
  twbios: null,
  wordnet: null,
  xstest: (label) => label === 'safe',
  ytspam: (label) => label === 'ham',
}

/** Sets whose makers let others learn from them: thresholds are chosen with these, and held on the others. */
const MAY_BE_LEARNT_FROM = new Set(
  'sms hatecheck mhc bold medquad wordnet bipia_email ldnoobw ytspam xstest davidson deepset openai madlibs_en'.split(
    ' ',
  ),
)
const OFFENDING_SHARE = 0.01
const LEAST_PRECISION = 0.9
/** Stated precisions that may be asked for, rising. */
const STEPS = Array.from({ length: 11 }, (_, index) => 0.45 + index * 0.05).map(
  (step) => Math.round(step * 100) / 100,
)

const lineSchema = z.object({ text: z.string(), label: z.string().default('') })

interface Verdict {
  recommendation: Recommendation
  codes: readonly string[]
}

interface Wrongly {
  set: string
  code: string
  p: number
}

interface Row {
  texts: number
  flagged: number
  medium: number
  high: number
  'by rules': number
  'medium by rules': number
}

const folder = process.argv[2]
const shown = process.argv[process.argv.indexOf('--show') + 1]
if (folder === undefined) throw new Error('usage: npm run gate -- <folder> [--show <set>]')
const pack = loadPolicyPack([fileURLToPath(new URL('../policies', import.meta.url))])
const rows: Record<string, Row> = {}
/** Stated precisions of the classifier's findings on harmless texts, by code and kind of set. */
const wrongly: Wrongly[] = []
for (const file of readdirSync(folder).sort()) {
  const name = basename(file, '.jsonl')
  if (!file.endsWith('.jsonl') || !(name in HARMLESS)) continue
  if (process.argv.includes('--show') && shown !== name) continue
  rows[name] = await rowOf(name, join(folder, file))
}
console.log(`Policy pack ${pack.version}: harmless texts that people wrote`)
console.table(rows)
if (process.argv.includes('--proven')) printProven()

async function rowOf(name: string, path: string): Promise<Row> {
  const isHarmless = HARMLESS[name] ?? (() => true)
  const row: Row = { texts: 0, flagged: 0, medium: 0, high: 0, 'by rules': 0, 'medium by rules': 0 }
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (line.trim() === '') continue
    const { text, label } = lineSchema.parse(JSON.parse(line))
    if (!isHarmless(label)) continue
    const findings = evaluate(pack, exampleEvidence(text))
    const all = verdictOf(pack, findings)
    for (const { source, code, p, mitigation } of findings)
      if (source === 'classifier' && mitigation === null) wrongly.push({ set: name, code, p })
    const byRules = verdictOf(
      pack,
      findings.filter(({ source }) => source === 'rule'),
    )
    row.texts++
    row.flagged += Number(all.recommendation !== 'no_flags')
    row.medium += Number(isMedium(all))
    row.high += Number(all.recommendation === 'review_high')
    row['by rules'] += Number(byRules.recommendation !== 'no_flags')
    row['medium by rules'] += Number(isMedium(byRules))
    if (shown === name && all.recommendation !== 'no_flags') {
      const told = findings.map(({ rule, quote }) => `${rule} "${quote}"`).join(' · ')
      console.log(`[${all.recommendation}] ${text.slice(0, 300).replaceAll('\n', ' / ')}\n    ${told}`)
    }
  }
  return row
}

function verdictOf(pack: PolicyPack, findings: readonly Finding[]): Verdict {
  const subject = exampleEvidence('').subject
  const { recommendation, reasonCodes } = score(findings, {
    coverage: 1,
    mode: 'deep',
    analysisMode: 'rules',
    pack,
    subject,
    statusCodes: [],
  })
  return { recommendation, codes: reasonCodes }
}

function isMedium({ recommendation }: Verdict): boolean {
  return recommendation === 'review_medium' || recommendation === 'review_high'
}

function printProven(): void {
  const sizes = { learnt: 0, held: 0 }
  for (const [set, { texts }] of Object.entries(rows)) sizes[kindOf(set)] += texts
  const creators = readCreators(pack).filter(
    ({ file, tier }) => file.startsWith('unseen-') && tier !== 'benign',
  )
  const rightly = creators.flatMap(({ creator, text, codes, may }) =>
    evaluate(pack, exampleEvidence(creator ?? text ?? '')).filter(
      ({ source, code, mitigation }) =>
        source === 'classifier' && mitigation === null && (codes.includes(code) || may.includes(code)),
    ),
  )
  const table: Record<string, object> = {}
  for (const code of Object.keys(pack.codes)) {
    const offending = creators.filter(({ codes }) => codes.includes(code)).length
    const recallAt = (least: number): number =>
      rightly.filter((each) => each.code === code && each.p >= least).length / Math.max(1, offending)
    const wrongAt = (least: number, kind: keyof typeof sizes): number =>
      wrongly.filter((each) => each.code === code && each.p >= least && kindOf(each.set) === kind).length
    const least = STEPS.find(
      (step) => precision(recallAt(step), (wrongAt(step, 'learnt') + 1) / sizes.learnt) >= LEAST_PRECISION,
    )
    if (recallAt(0) === 0) continue
    const held = least === undefined ? 0 : precision(recallAt(least), wrongAt(least, 'held') / sizes.held)
    table[code] = {
      from: least ?? '–',
      found: least === undefined ? '–' : recallAt(least).toFixed(2),
      'wrong (chosen on)': least === undefined ? '–' : wrongAt(least, 'learnt'),
      'wrong (held on)': least === undefined ? '–' : wrongAt(least, 'held'),
      'precision held': held.toFixed(3),
      proven: held >= LEAST_PRECISION,
    }
  }
  console.log(`Chosen on ${sizes.learnt} harmless texts, held on ${sizes.held} others`)
  console.table(table)
}

function kindOf(set: string): 'learnt' | 'held' {
  return MAY_BE_LEARNT_FROM.has(set) ? 'learnt' : 'held'
}

/** Of the creators whom it accuses, the share that offends. */
function precision(recall: number, wrongShare: number): number {
  const right = OFFENDING_SHARE * recall
  return right === 0 ? 0 : right / (right + (1 - OFFENDING_SHARE) * wrongShare)
}
