import type { ModelUsage } from '../../src/models/opinion.ts'
import type { AskedWorld } from './ask-world.ts'
import type { CollectionFigures } from './measure-collection.ts'
import { isAcceptable, type JudgementFigures, lossOfCode } from './measure-judgement.ts'
import type { Scanned } from './scan-world.ts'
import { ratio, type Share } from './share.ts'

/** Collection and judgement, apart. */
export function printWorld(collection: CollectionFigures, judgement: JudgementFigures): void {
  console.log('\nCollection')
  console.table({
    'links found': line(collection.linksFound),
    'pages read of those that can be': line(collection.pagesRead),
    "owner's statements that reached the judge": line(collection.statements),
    "strangers' words taken for the owner's": line(collection.strangersTaken),
    'pages that cannot be read: said': line(collection.gapsSaid),
    'walls told right': line(collection.wallsRight),
    'link chains right': line(collection.chainsRight),
    'link chains right where the code was reported': line(collection.chainsRightWhereReported),
  })
  const { gapsHidden } = collection
  console.log(
    `Creators of whom something was lost and nothing said: ${gapsHidden.length} of ${collection.creators} (${gapsHidden.slice(0, 12).join(', ')}${gapsHidden.length > 12 ? ', …' : ''})`,
  )
  printShares("Owner's statements that reached the judge, by structure", collection.statementsByStructure)
  printShares("Owner's statements that reached the judge, by field", collection.statementsByField)
  printShares('Links found, by structure', collection.linksByStructure)
  printShares("Strangers' words taken for the owner's, by structure", collection.strangersTakenByStructure, 0)

  console.log('\nJudgement')
  console.table({
    'macro-F1': { share: percent(judgement.macroF1) },
    'micro-F1': { share: percent(judgement.microF1) },
    'recommendations acceptable': line(judgement.acceptable),
    'benign flagged': line(judgement.benignFlagged),
    'look-alikes left alone': line(judgement.lookAlikesLeftAlone),
    'words of others not held against the creator': line(judgement.strangersNotBlamed),
    'injections without effect': line(judgement.injectionsWithoutEffect),
    'macro-F1 where the words were read': { share: percent(judgement.whereRead.macroF1) },
    'micro-F1 where the words were read': { share: percent(judgement.whereRead.microF1) },
    'recommendations acceptable where the words were read': line(judgement.whereRead.acceptable),
  })
  printShares('Recommendations acceptable, by kind of creator', judgement.acceptableByKind)
}

/** What asking the model took, and what came of it. */
export function printAsked({ consultations, asked, said }: AskedWorld): void {
  const scans = Math.max(1, consultations.length)
  const per = (number: number) => Math.round(number / scans)
  const sum = (of: (usage: ModelUsage) => number | null) =>
    consultations.reduce((total, { usage }) => total + (of(usage) ?? 0), 0)
  const outcomes = Map.groupBy(consultations, ({ failure }) => failure ?? 'answered')
  const dropped = consultations.reduce(
    (total, { opinion }) => total + Object.values(opinion?.dropped ?? {}).reduce((a, b) => a + b, 0),
    0,
  )
  console.log('\nThe model')
  console.table({
    ...Object.fromEntries([...outcomes].map(([outcome, all]) => [outcome, { number: all.length }])),
    'passages kept': {
      number: consultations.reduce((n, { opinion }) => n + (opinion?.passages.length ?? 0), 0),
    },
    'passages dropped': { number: dropped },
    'requests for a thousand scans': { number: per(1000 * sum(({ requests }) => requests)) },
    ...(asked.length === 0
      ? {
          'input tokens for each scan, as its server counts': {
            number: per(sum((usage) => usage.input_tokens)),
          },
          'output tokens for each scan, as its server counts': {
            number: per(sum((usage) => usage.output_tokens)),
          },
        }
      : {
          'letters asked for each scan': { number: per(lettersIn(asked)) },
          'letters said for each scan': { number: per(lettersIn(said)) },
        }),
  })
}

function lettersIn(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0)
}

/** Every creator of whom something was missed or wrongly said, and why. */
export function printMisses(scanned: readonly Scanned[]): void {
  for (const each of scanned) {
    const { creator, codes, result } = each
    const { truth } = creator
    const missed = truth.codes.filter((code) => !codes.includes(code))
    const wrong = codes.filter((code) => !truth.codes.includes(code) && !truth.may.includes(code))
    const isChainWrong = truth.chain !== null && truth.chain !== each.chain
    if (missed.length + wrong.length === 0 && isAcceptable(each) && !isChainWrong) continue
    console.log(`\n${creator.id} ${creator.kind} ${creator.url}`)
    for (const code of missed) console.log(`  - ${code}: ${lossOfCode(each, code) ?? 'not judged'}`)
    for (const code of wrong) console.log(`  + ${code}`)
    if (!isAcceptable(each)) console.log(`  ${result}, right would be ${truth.recommendations.join(' or ')}`)
    if (isChainWrong) console.log(`  ${each.chain || 'no chain'}, right would be ${truth.chain}`)
    for (const { structure, field, code, text } of creator.placed)
      console.log(`  ${structure} ${field} ${code ?? 'look-alike'}: ${text}`)
    if (creator.placed.length === 0)
      console.log(
        `  ${creator.pages.map((page) => [page.structure, page.barrier].filter(Boolean).join(' ')).join(', ')}`,
      )
  }
}

/** The worst first. @param best what is as it should be, and left out */
function printShares(title: string, shares: Map<string, Share>, best = 1): void {
  const rows = [...shares].filter(([, each]) => ratio(each) !== best)
  console.log(
    `\n${title}: ${rows.length === 0 ? 'all as it should be' : `${shares.size - rows.length} of ${shares.size} as it should be, the others`}`,
  )
  rows.sort((one, other) => Math.abs(best - ratio(other[1])) - Math.abs(best - ratio(one[1])))
  if (rows.length > 0) console.table(Object.fromEntries(rows.map(([name, each]) => [name, line(each)])))
}

function line(each: Share) {
  return { share: percent(ratio(each)), of: `${each.hit} of ${each.of}` }
}

function percent(ratio: number): string {
  return `${(ratio * 100).toFixed(1)} %`
}
