import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { z } from 'zod'
import { exampleSchema } from '../src/policy/pack/code-schema.ts'
import { exampleEvidence } from '../src/policy/pack/example-evidence.ts'
import { loadPolicyPack } from '../src/policy/pack/pack.ts'
import type { PolicyPack } from '../src/policy/pack/pack-schema.ts'
import { score } from '../src/policy/score/score.ts'
import type { Recommendation } from '../src/policy/score/score-input.ts'
import { type CodeCount, countCodes, f1Of, macroF1 } from './count-codes.ts'
import { foundOnce } from './found-once.ts'
import { evalWorld } from './world/eval-world.ts'

/**
 * `npm run eval [-- --misses]` scores the labelled creators of `fixtures/eval` with the built-in analyser, with its
 * classifier and with the rules alone: by tier, by language, by code. A creator's `codes` must be reported, its `may` codes count neither way, every other code counts
 * against the rules; the recommendation must be one of the acceptable ones. `npm run eval -- --world` scans whole creators on pages instead.
 */

const FOLDER = fileURLToPath(new URL('../fixtures/eval', import.meta.url))
const RECOMMENDATIONS = ['no_flags', 'review_low', 'review_medium', 'review_high'] as const
/** A deep scan that saw nearly everything: what is measured here is judgement, not collection. */
const COVERAGE = 0.95

const caseSchema = z.strictObject({
  language: z.string(),
  /** One text stands for a bio; more is written as the examples of a code are. */
  text: z.string().optional(),
  creator: exampleSchema.optional(),
  codes: z.array(z.string()).default([]),
  may: z.array(z.string()).default([]),
  recommendation: z.array(z.enum(RECOMMENDATIONS)).optional(),
})
const fileSchema = z.strictObject({
  tier: z.enum(['plain', 'hard', 'benign', 'namesake']),
  /** Whether whoever wrote the creators had seen the rules. Only the unseen ones measure rules, and `unseen-*.yaml` the classifier. */
  author: z.enum(['had_seen_the_rules', 'had_not_seen_the_rules']),
  note: z.string(),
  creators: z.array(caseSchema),
})
export type Creator = z.infer<typeof caseSchema> & { tier: string; file: string; author: string }

export interface Judged {
  creator: Creator
  found: string[]
  recommendation: Recommendation
  isAcceptable: boolean
}

export interface Tally {
  creators: number
  /** Share of creators whose recommendation is acceptable, 0 to 1. */
  acceptable: number
  /** Mean of F1 over the codes that are expected at least once; null when none is. */
  macroF1: number | null
}

/** Every labelled creator of the repository. Throws when a file does not fit its shape or names an unknown code. */
export function readCreators(pack: PolicyPack, folder = FOLDER): Creator[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .flatMap((file) => {
      const { tier, author, creators } = fileSchema.parse(parse(readFileSync(`${folder}/${file}`, 'utf8')))
      return creators.map((creator) => {
        const unknown = [...creator.codes, ...creator.may].filter((code) => !pack.codes[code])
        if (unknown.length > 0) throw new Error(`${file}: unknown codes ${unknown.join(', ')}`)
        return { ...creator, tier, author, file }
      })
    })
}

/** What the pack says of a creator: its rules, and its classifier unless it has none. */
export function judge(pack: PolicyPack, creator: Creator): Judged {
  const example = creator.creator ?? creator.text ?? ''
  const { subject } = exampleEvidence(example)
  const result = score(foundOnce(pack, example), {
    coverage: COVERAGE,
    mode: 'deep',
    analysisMode: 'rules',
    pack,
    subject,
    statusCodes: [],
  })
  const acceptable = creator.recommendation ?? acceptableFor(pack, creator)
  return {
    creator,
    found: result.reasonCodes,
    recommendation: result.recommendation,
    isAcceptable: acceptable.includes(result.recommendation),
  }
}

/** Where nothing is said: by the gravest expected code. */
function acceptableFor(pack: PolicyPack, { codes }: Creator): readonly Recommendation[] {
  const severities = codes.map((code) => pack.codes[code]?.severity)
  if (codes.some((code) => pack.codes[code]?.family === 'minor_safety')) return ['review_high']
  if (severities.includes('critical')) return ['review_medium', 'review_high']
  if (severities.includes('high')) return ['review_medium', 'review_high']
  if (severities.includes('medium')) return ['review_low', 'review_medium']
  if (severities.includes('low')) return ['no_flags', 'review_low']
  return ['no_flags']
}

/** Shares and macro-F1 of some judged creators. */
export function tally(judged: readonly Judged[]): Tally {
  return {
    creators: judged.length,
    acceptable: judged.filter(({ isAcceptable }) => isAcceptable).length / Math.max(1, judged.length),
    macroF1: macroF1(byCode(judged)),
  }
}

function byCode(judged: readonly Judged[]): Map<string, CodeCount> {
  return countCodes(judged.map(({ creator, found }) => ({ labels: creator, found })))
}

function grouped(judged: readonly Judged[], keyOf: (creator: Creator) => string): Map<string, Judged[]> {
  const groups = new Map<string, Judged[]>()
  for (const each of judged)
    groups.set(keyOf(each.creator), [...(groups.get(keyOf(each.creator)) ?? []), each])
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function percent(share: number | null): string {
  return share === null ? '–' : `${(share * 100).toFixed(1)} %`
}

interface Pair {
  judged: Judged[]
  byRules: Judged[]
}

function print(title: string, { judged, byRules }: Pair, keyOf: (creator: Creator) => string): void {
  const alone = grouped(byRules, keyOf)
  console.log(`\n${title}`)
  console.table(
    Object.fromEntries(
      [...grouped(judged, keyOf)].map(([name, group]) => {
        const { creators, acceptable, macroF1 } = tally(group)
        const rules = tally(alone.get(name) ?? [])
        return [
          name,
          {
            creators,
            'acceptable by rules': percent(rules.acceptable),
            acceptable: percent(acceptable),
            'macro-F1 by rules': percent(rules.macroF1),
            'macro-F1': percent(macroF1),
          },
        ]
      }),
    ),
  )
}

async function main(): Promise<void> {
  if (process.argv.includes('--world')) return evalWorld(process.argv.slice(2))
  const pack = loadPolicyPack([fileURLToPath(new URL('../policies', import.meta.url))])
  const rulesAlone = { ...pack, classifier: null }
  const creators = readCreators(pack)
  const judged = creators.map((creator) => judge(pack, creator))
  const byRules = creators.map((creator) => judge(rulesAlone, creator))
  const pair = { judged, byRules }
  console.log(`Policy pack ${pack.version}, ${judged.length} creators`)
  print('By file', pair, ({ file, author }) => `${file} (${author.replaceAll('_', ' ')})`)
  print('By tier', pair, ({ tier }) => tier)
  print('By language', pair, ({ language }) => language)
  console.log('\nBy code')
  console.table(
    Object.fromEntries(
      [...byCode(judged)]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([code, count]) => [code, { ...count, F1: percent(f1Of(count)) }]),
    ),
  )
  if (process.argv.includes('--misses')) printMisses(judged)
}

function printMisses(judged: readonly Judged[]): void {
  for (const { creator, found, recommendation, isAcceptable } of judged) {
    const missed = creator.codes.filter((code) => !found.includes(code))
    const wrong = found.filter((code) => !creator.codes.includes(code) && !creator.may.includes(code))
    if (missed.length + wrong.length === 0 && isAcceptable) continue
    const signs = [...missed.map((code) => `-${code}`), ...wrong.map((code) => `+${code}`)]
    console.log(
      `${creator.file} ${isAcceptable ? '' : `[${recommendation}] `}${signs.join(' ')}: ${creator.text ?? JSON.stringify(creator.creator)}`,
    )
  }
}

if (import.meta.main) await main()
