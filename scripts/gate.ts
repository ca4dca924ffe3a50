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

/**
 * `npm run gate -- <folder> [--show <set>]` judges sets of text that people wrote, each line as the bio of a creator at full
 * coverage, and prints for each set how many of its harmless texts are flagged, with the classifier and by the rules alone.
 * A set is a `<name>.jsonl` of `{text, label}`; which labels are harmless stands in `HARMLESS`. The sets are not part of the
 * project: they are read where they lie. `--show` prints the harmless texts of one set that are flagged, with their codes.
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

const lineSchema = z.object({ text: z.string(), label: z.string().default('') })

interface Verdict {
  recommendation: Recommendation
  codes: readonly string[]
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
for (const file of readdirSync(folder).sort()) {
  const name = basename(file, '.jsonl')
  if (!file.endsWith('.jsonl') || !(name in HARMLESS)) continue
  if (process.argv.includes('--show') && shown !== name) continue
  rows[name] = await rowOf(name, join(folder, file))
}
console.log(`Policy pack ${pack.version}: harmless texts that people wrote`)
console.table(rows)

async function rowOf(name: string, path: string): Promise<Row> {
  const isHarmless = HARMLESS[name] ?? (() => true)
  const row: Row = { texts: 0, flagged: 0, medium: 0, high: 0, 'by rules': 0, 'medium by rules': 0 }
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (line.trim() === '') continue
    const { text, label } = lineSchema.parse(JSON.parse(line))
    if (!isHarmless(label)) continue
    const findings = evaluate(pack, exampleEvidence(text))
    const all = verdictOf(pack, findings)
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
