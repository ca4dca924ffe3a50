import { fileURLToPath } from 'node:url'
import { evaluate } from '../src/policy/evaluate.ts'
import type { Finding } from '../src/policy/finding.ts'
import { exampleEvidence } from '../src/policy/pack/example-evidence.ts'
import { loadPolicyPack } from '../src/policy/pack/pack.ts'
import type { PolicyPack } from '../src/policy/pack/pack-schema.ts'
import { score } from '../src/policy/score/score.ts'
import type { Recommendation } from '../src/policy/score/score-input.ts'
import { type Creator, readCreators } from './eval.ts'
import { harmlessTexts } from './harmless-texts.ts'
import { type HumanText, humanTexts } from './human-text.ts'

/**
 * `npm run gate` judges the harmless texts of `fixtures/harmless`, ours. `npm run gate -- <folder> [--show <set>]` also judges sets of text that people wrote (`human-text.ts`), each line as the bio of a creator
 * at full coverage, and prints for each set how many of its harmless texts are flagged, with the classifier and by the rules
 * alone, the same for each group of people that a set names, how many of the offending texts are found (at all, by a right code, by a code of its
 * family; also for each kind of them that a set names), and what the
 * classifier's stated precisions are worth. What the classifier learnt from is left out. `--show` prints the texts of one set that are flagged,
 * with their codes.
 *
 * `--proven` prints for each code from which stated precision on the classifier may carry a report beyond `review_low`: the
 * least one at which nine in ten of its findings would be right among creators of whom one in a hundred offends. What it finds
 * is counted on the creators of authors that it never learnt from, what it accuses wrongly on the sets that may be learnt from,
 * with one more than was seen; beside it stands the precision on the sets that are for measuring only.
 */

const OFFENDING_SHARE = 0.01
const LEAST_PRECISION = 0.9
/** Stated precisions that may be asked for, rising. */
const STEPS = Array.from({ length: 14 }, (_, index) => 0.3 + index * 0.05).map(
  (step) => Math.round(step * 100) / 100,
)

interface Verdict {
  recommendation: Recommendation
  codes: readonly string[]
}

/** What the gate measures. */
export interface Gate {
  /** By set. */
  rows: Record<string, Row>
  /** By set and the group of people that its harmless texts speak of. */
  groups: Record<string, Pick<Row, 'texts' | 'flagged' | 'by rules'>>
  /** By set, of texts that have a code. */
  offending: Record<string, Found>
  /** The same, by set and what it tells them apart by. */
  parts: Record<string, Found>
  /** What the classifier alone says of harmless texts. */
  wrongly: Wrongly[]
  /** Texts by what may be chosen with them. */
  sizes: { chosen: number; held: number }
}

interface Wrongly {
  isHeld: boolean
  code: string
  /** As it was stated. */
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

interface Found {
  texts: number
  flagged: number
  'by rules': number
  'right family': number
  'right code': number
  'right code by rules': number
}

/** Judges texts. @param onFlagged is told of each harmless one that is flagged */
export function gateOf(
  pack: PolicyPack,
  texts: readonly HumanText[],
  onFlagged: (text: HumanText, verdict: Verdict, findings: readonly Finding[]) => void = () => {},
): Gate {
  const gate: Gate = {
    rows: {},
    groups: {},
    offending: {},
    parts: {},
    wrongly: [],
    sizes: { chosen: 0, held: 0 },
  }
  for (const each of texts) {
    if (each.isLearnt) continue
    if (each.codes.length > 0) {
      countOffending(gate, pack, each)
      continue
    }
    const findings = evaluate(pack, exampleEvidence(each.text))
    const all = verdictOf(pack, findings)
    const byRules = verdictOf(
      pack,
      findings.filter(({ source }) => source === 'rule'),
    )
    const row = gate.rows[each.set] ?? emptyRow()
    gate.rows[each.set] = row
    row.texts++
    row.flagged += Number(all.recommendation !== 'no_flags')
    row.medium += Number(isMedium(all))
    row.high += Number(all.recommendation === 'review_high')
    row['by rules'] += Number(byRules.recommendation !== 'no_flags')
    row['medium by rules'] += Number(isMedium(byRules))
    if (each.ident !== '') countGroup(gate, each, all, byRules)
    gate.sizes[each.isHeld ? 'held' : 'chosen']++
    for (const { source, code, p, mitigation } of findings)
      if (source === 'classifier' && mitigation === null) gate.wrongly.push({ isHeld: each.isHeld, code, p })
    if (all.recommendation !== 'no_flags') onFlagged(each, all, findings)
  }
  return gate
}

function countGroup(gate: Gate, { set, ident }: HumanText, all: Verdict, byRules: Verdict): void {
  const name = `${set}: ${ident.toLowerCase()}`
  const group = gate.groups[name] ?? { texts: 0, flagged: 0, 'by rules': 0 }
  gate.groups[name] = group
  group.texts++
  group.flagged += Number(all.recommendation !== 'no_flags')
  group['by rules'] += Number(byRules.recommendation !== 'no_flags')
}

function countOffending(gate: Gate, pack: PolicyPack, { set, text, codes, part }: HumanText): void {
  const findings = evaluate(pack, exampleEvidence(text))
  const all = verdictOf(pack, findings)
  const byRules = verdictOf(
    pack,
    findings.filter(({ source }) => source === 'rule'),
  )
  const familyOf = (code: string): string | undefined => pack.codes[code]?.family
  const families = new Set(codes.map(familyOf))
  count(gate.offending, set)
  if (part !== '') count(gate.parts, `${set}: ${part}`)

  function count(rows: Record<string, Found>, name: string): void {
    const found = rows[name] ?? nothingFound()
    rows[name] = found
    found.texts++
    found.flagged += Number(all.recommendation !== 'no_flags')
    found['by rules'] += Number(byRules.recommendation !== 'no_flags')
    found['right family'] += Number(all.codes.some((code) => families.has(familyOf(code))))
    found['right code'] += Number(codes.some((code) => all.codes.includes(code)))
    found['right code by rules'] += Number(codes.some((code) => byRules.codes.includes(code)))
  }
}

function nothingFound(): Found {
  return {
    texts: 0,
    flagged: 0,
    'by rules': 0,
    'right family': 0,
    'right code': 0,
    'right code by rules': 0,
  }
}

function inOrder<T>(rows: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(rows).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function emptyRow(): Row {
  return { texts: 0, flagged: 0, medium: 0, high: 0, 'by rules': 0, 'medium by rules': 0 }
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

/** The classifier says whatever it would of every code: what was proven of another one decides nothing. */
function withEveryOpinion(pack: PolicyPack): PolicyPack {
  const { classifier, alone } = pack.scoring
  return {
    ...pack,
    scoring: {
      ...pack.scoring,
      classifier: { ...classifier, silent: [], unproven: 0 },
      alone: { ...alone, proven: {} },
    },
  }
}

/** Offending creators of authors that the classifier never learnt from. */
function offendersUnseen(pack: PolicyPack): Creator[] {
  return readCreators(pack).filter(({ file, tier }) => file.startsWith('unseen-') && tier !== 'benign')
}

/** What the classifier says of creators, and rightly. */
function rightlyOf(pack: PolicyPack, creators: readonly Creator[]): Finding[] {
  return creators.flatMap(({ creator, text, codes, may }) =>
    evaluate(pack, exampleEvidence(creator ?? text ?? '')).filter(
      ({ source, code, mitigation }) =>
        source === 'classifier' && mitigation === null && (codes.includes(code) || may.includes(code)),
    ),
  )
}

/** What a stated precision is worth: how much of it is right among unseen offenders and harmless texts that people wrote, at two shares of offenders. */
function printReliability(pack: PolicyPack, { wrongly, sizes }: Gate): void {
  const creators = offendersUnseen(pack)
  const rightly = rightlyOf(pack, creators)
  const harmless = sizes.chosen + sizes.held
  const table: Record<string, object> = {}
  for (let from = 0; from < 100; from += 10) {
    const isIn = ({ p }: { p: number }): boolean =>
      Math.round(p * 100) >= from && Math.round(p * 100) < from + 10
    const right = rightly.filter(isIn).length
    const wrong = wrongly.filter(isIn).length
    if (right + wrong === 0) continue
    const at = (share: number): string =>
      precision(right / creators.length, wrong / harmless, share).toFixed(2)
    table[`${from / 100} to ${(from + 10) / 100}`] = {
      [`right, of ${creators.length} offenders`]: right,
      [`wrong, of ${harmless} harmless`]: wrong,
      'true at 20 %': at(0.2),
      'true at 1 %': at(OFFENDING_SHARE),
    }
  }
  console.log(
    'What the precision that the classifier states is worth (offenders of unseen authors, ours; harmless texts that people wrote)',
  )
  console.table(table)
}

function printProven(pack: PolicyPack, { wrongly, sizes }: Gate): void {
  const creators = offendersUnseen(pack)
  const rightly = rightlyOf(pack, creators)
  const table: Record<string, object> = {}
  for (const code of Object.keys(pack.codes)) {
    const offending = creators.filter(({ codes }) => codes.includes(code)).length
    const recallAt = (least: number): number =>
      rightly.filter((each) => each.code === code && each.p >= least).length / Math.max(1, offending)
    const wrongAt = (least: number, isHeld: boolean): number =>
      wrongly.filter((each) => each.code === code && each.p >= least && each.isHeld === isHeld).length
    if (recallAt(0) === 0) continue
    const least = STEPS.find(
      (step) => precision(recallAt(step), (wrongAt(step, false) + 1) / sizes.chosen) >= LEAST_PRECISION,
    )
    if (least === undefined) {
      table[code] = { proven: false }
      continue
    }
    const held = precision(recallAt(least), wrongAt(least, true) / sizes.held)
    table[code] = {
      from: least,
      found: recallAt(least).toFixed(2),
      'wrong (chosen on)': wrongAt(least, false),
      'wrong (held on)': wrongAt(least, true),
      'precision held': held.toFixed(3),
      proven: held >= LEAST_PRECISION,
    }
  }
  console.log(`Chosen on ${sizes.chosen} harmless texts, held on ${sizes.held} others`)
  console.table(table)
}

/** Of the creators whom it accuses, the share that offends. */
function precision(recall: number, wrongShare: number, offending = OFFENDING_SHARE): number {
  const right = offending * recall
  return right === 0 ? 0 : right / (right + (1 - offending) * wrongShare)
}

function main(): void {
  const [folder] = process.argv
    .slice(2)
    .filter((argument, at, all) => !argument.startsWith('--') && all[at - 1] !== '--show')
  const shown = process.argv.includes('--show') ? process.argv[process.argv.indexOf('--show') + 1] : undefined
  const asks = process.argv.includes('--proven')
  const builtIn = loadPolicyPack([fileURLToPath(new URL('../policies', import.meta.url))])
  const pack = asks ? withEveryOpinion(builtIn) : builtIn
  const isAsked = ({ set }: HumanText): boolean => shown === undefined || set === shown
  const onFlagged: Parameters<typeof gateOf>[2] = ({ text }, { recommendation }, findings) => {
    if (shown === undefined) return
    const told = findings.map(({ rule, quote }) => `${rule} "${quote}"`).join(' · ')
    console.log(`[${recommendation}] ${text.slice(0, 300).replaceAll('\n', ' / ')}\n    ${told}`)
  }
  console.log(`Policy pack ${pack.version}: harmless texts of ours`)
  console.table(gateOf(pack, harmlessTexts().filter(isAsked), onFlagged).rows)
  if (folder === undefined) return
  const gate = gateOf(pack, humanTexts(folder).filter(isAsked), onFlagged)
  console.log('Harmless texts that people wrote')
  console.table(gate.rows)
  console.log('Of them, by the group of people spoken of')
  console.table(gate.groups)
  console.log('Offending texts')
  console.table(gate.offending)
  console.log('Of them, by kind')
  console.table(inOrder(gate.parts))
  if (shown === undefined) printReliability(pack, gate)
  if (asks) printProven(pack, gate)
}

if (import.meta.main) main()
