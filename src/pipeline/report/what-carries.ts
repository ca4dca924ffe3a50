import type { PossibleChange, Recommendation } from '../../../sdk/contract.ts'
import type { Channel } from '../../evidence/evidence.ts'
import type { Finding } from '../../policy/finding.ts'
import type { PolicyPack } from '../../policy/pack/pack-schema.ts'
import { score } from '../../policy/score/score.ts'
import { weigh } from '../../policy/score/sum-codes.ts'
import type { Analysis } from '../judge/analyze.ts'

/** More pieces than this are not weighed one by one; a report that rests on so many rests on none of them. */
const MAX_PIECES = 40

/**
 * Which evidence carries a report, and what the report would be without its weakest: every piece, a place of one page, is left out once
 * and the rest weighed again. Nothing where nothing is flagged.
 */
export function whatCarries(analysis: Analysis, pack: PolicyPack): PossibleChange[] {
  if (analysis.score.recommendation === 'no_flags') return []
  const pieces = piecesOf(analysis, pack)
  const [only] = pieces
  if (only === undefined || pieces.length > MAX_PIECES) return []
  if (pieces.length === 1)
    return [
      change(
        'carried_by',
        only,
        without(only, analysis, pack),
        `All of it hangs on ${placeOf(only, analysis)}.`,
      ),
    ]
  const weighed = pieces
    .map((piece) => ({ piece, rest: without(piece, analysis, pack) }))
    .sort((a, b) => a.rest.riskScore - b.rest.riskScore)
  const [carrier, weakest] = [weighed.at(0), weighed.at(-1)]
  if (!carrier || !weakest) return []
  const { recommendation } = analysis.score
  const becomes = ({ riskScore, recommendation: is }: Rest): string =>
    `the score would ${is === recommendation ? 'still be' : 'be'} ${riskScore} (${inWords(is)})`
  const carries =
    carrier.rest.recommendation === recommendation
      ? `It does not hang on one place alone: without ${placeOf(carrier.piece, analysis)}, which weighs most, ${becomes(carrier.rest)}.`
      : `Most of it hangs on ${placeOf(carrier.piece, analysis)}: without that ${becomes(carrier.rest)}.`
  return [
    change('carried_by', carrier.piece, carrier.rest, carries),
    change(
      'without_weakest',
      weakest.piece,
      weakest.rest,
      `Without its weakest evidence, ${placeOf(weakest.piece, analysis)}, ${becomes(weakest.rest)}.`,
    ),
  ]
}

/** A recommendation as it stands in a sentence. */
export function inWords(recommendation: Recommendation): string {
  return recommendation.replace('review_', 'review: ').replace('_', ' ')
}

type Piece = Pick<Finding, 'evidenceRef' | 'channel'>
type Rest = { riskScore: number; recommendation: Recommendation }

/** Every place that a reported code rests on, once. */
function piecesOf({ score: { reasonCodes }, findings }: Analysis, pack: PolicyPack): Piece[] {
  return findings
    .filter(({ code }) => reasonCodes.includes(code) && pack.codes[code]?.family !== 'status')
    .filter((finding) => weigh(finding, pack) > 0)
    .filter((finding, index, all) => all.findIndex((each) => isAt(each, finding)) === index)
}

function isAt(finding: Piece, { evidenceRef, channel }: Piece): boolean {
  return finding.evidenceRef === evidenceRef && finding.channel === channel
}

function without(piece: Piece, { findings, coverage, subject }: Analysis, pack: PolicyPack): Rest {
  const rest = findings.filter((finding) => !isAt(finding, piece))
  return score(rest, {
    coverage: coverage.score,
    mode: coverage.mode,
    analysisMode: 'rules',
    pack,
    subject,
    statusCodes: [],
  })
}

/** Of a link the page that it leads to is cited, which is not where it stands. */
function placeOf({ evidenceRef, channel }: Piece, { evidence }: Analysis): string {
  const cited = evidence.find(({ ref }) => ref === evidenceRef)
  const host = cited && cited.hop > 0 && channel !== 'link' ? ` on ${cited.domain}` : ''
  return `${PLACES[channel]}${host} [${evidenceRef}]`
}

const PLACES: Record<Channel, string> = {
  handle: 'the handle',
  name: 'the name',
  bio: 'the bio',
  post: 'a post',
  page: 'the words of a page',
  link_label: 'the label of a link',
  link: 'a link',
  snippet: 'a search result',
  hidden: 'words that visitors cannot see',
  picture: 'a picture',
}

function change(
  kind: string,
  { evidenceRef }: Piece,
  { recommendation }: Rest,
  text: string,
): PossibleChange {
  return { kind, code: null, ref: evidenceRef, recommendation, text }
}
