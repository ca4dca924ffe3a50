import type { PossibleChange } from '../../../sdk/contract.ts'
import type { Mitigation } from '../../policy/finding.ts'
import type { PolicyPack } from '../../policy/pack/pack-schema.ts'
import type { Scoring } from '../../policy/pack/scoring-schema.ts'
import type { Analysis } from '../judge/analyze.ts'
import { whyNoOpinion } from '../judge/no-opinion.ts'
import { foreignChanges } from './foreign-texts.ts'
import { toDoAbout } from './to-do-about.ts'
import { inWords, whatCarries } from './what-carries.ts'

const MAX_WEAK = 3
/** Points below a band that are worth saying. */
const NEAR = 5
/** A sign below this is noise. */
const WEAK = 0.05

/**
 * What the result hangs on, in sentences: the evidence that carries it, the codes without which it would be lower, what a person can do
 * about what was not seen, and what was seen too weakly.
 */
export function whatWouldChange(analysis: Analysis, policies: PolicyPack): PossibleChange[] {
  return [
    ...whatCarries(analysis, policies),
    ...withoutCodes(analysis, policies),
    ...nearBand(analysis, policies.scoring),
    ...toDoAbout(analysis.evidence),
    ...unseenSteps(analysis),
    ...foreignChanges(analysis),
    ...missingModel(analysis),
    ...weakSigns(analysis, policies),
  ]
}

function withoutCodes({ score }: Analysis, policies: PolicyPack): PossibleChange[] {
  const listed = score.codes.filter((code) => score.reasonCodes.includes(code.code))
  return listed.flatMap(({ code, contribution, scoreWithout, refs, without: recommendation }) => {
    const without = scoreWithout ?? score.riskScore - contribution
    if (recommendation === undefined || recommendation === score.recommendation) return []
    return [
      {
        kind: 'without_code',
        code,
        ref: refs[0] ?? null,
        recommendation,
        text: `Without “${titleOf(code, policies)}” the score would be ${without} (${inWords(recommendation)}).`,
      },
    ]
  })
}

function nearBand({ score }: Analysis, { bands }: Scoring): PossibleChange[] {
  const next = Object.entries(bands)
    .map(([band, edge]) => ({ band: band as keyof typeof bands, edge }))
    .filter(({ edge }) => edge > score.riskScore)
    .sort((a, b) => a.edge - b.edge)[0]
  if (!next || next.edge - score.riskScore > NEAR || score.recommendation === 'review_high') return []
  const points = next.edge - score.riskScore
  return [
    {
      kind: 'near_band',
      code: null,
      ref: null,
      recommendation: next.band,
      text: `${points} more ${points === 1 ? 'point' : 'points'} would make it ${inWords(next.band)}.`,
    },
  ]
}

/** What is not there, what needs nothing but the profile itself, and what a quick scan does not have, asks nothing of its own. */
function unseenSteps({ coverage, evidence }: Analysis): PossibleChange[] {
  const unjudged = coverage.steps.some(({ step, status }) => step === 'analysis' && status === 'partial')
  const unseen = coverage.steps.filter(
    ({ step, status, detail }) =>
      (status === 'skipped' || status === 'failed') &&
      !SAYS_NOTHING.has(detail) &&
      // Nobody has seen whether there are any.
      !(step === 'images' && evidence[0]?.outcome !== 'ok'),
  )
  return [
    ...(unjudged ? [UNJUDGED] : []),
    ...unseen.flatMap(({ step, detail }) => TO_DO[`${step} ${detail}`] ?? TO_DO[step] ?? []),
    ...(coverage.mode === 'quick' ? [SCAN_DEEP] : []),
  ].map((text) => ({ kind: 'unseen_step', code: null, ref: null, recommendation: null, text }))
}

const SAYS_NOTHING = new Set<string | null>([
  'mode_quick',
  'profile_not_available',
  'profile_not_readable',
  'nothing_to_look_at',
])

const UNJUDGED =
  'Read the pages yourself, or scan them again: what was seen was not judged, for that took more than a scan may use.'
const SCAN_DEEP =
  'Scan it deep: a quick scan does not look at links, other profiles, outside search and pictures.'

/** What a person can do about a step, by step and cause, or by step. */
const TO_DO: Record<string, string> = {
  'search not_configured': 'Search for the name and the handle: no search engine is set up here.',
  'search search_unavailable':
    'Search for the name and the handle, or scan again later: the search engine did not answer.',
  'search nothing_to_search_for':
    'Find out whose page it is and search for that: neither handle nor name was known.',
  search: 'Search for the name and the handle: no outside search was made.',
  'images not_configured': 'Look at the pictures: none were looked at, for this service is not set up to.',
  images: 'Look at the pictures: none of them could be read.',
  links: 'Open the links: none of the pages behind them could be read.',
  social: 'Open the other profiles that are linked: none of them could be read.',
}

function missingModel({ modelReview }: Analysis): PossibleChange[] {
  if (modelReview?.outcome !== 'failed' || modelReview.detail === 'nothing_to_read') return []
  return [
    {
      kind: 'missing_model',
      code: null,
      ref: null,
      recommendation: null,
      text: `Scan it again: the model gave no opinion, ${whyNoOpinion(modelReview.detail)}.`,
    },
  ]
}

function weakSigns({ score, findings }: Analysis, policies: PolicyPack): PossibleChange[] {
  return score.codes
    .filter(
      (code) =>
        !score.reasonCodes.includes(code.code) &&
        code.severity !== 'info' &&
        code.probability >= WEAK &&
        policies.codes[code.code] !== undefined,
    )
    .slice(0, MAX_WEAK)
    .map(({ code, refs }) => {
      const own = findings.filter((finding) => finding.code === code)
      const weakened = own.map(({ mitigation }) => mitigation).filter((each) => each !== null)
      const why = [...new Set(weakened)].map((each) => WEAKENED[each]).join(', ')
      return {
        kind: 'weak_sign',
        code,
        ref: refs[0] ?? null,
        recommendation: null,
        text: `A sign of “${titleOf(code, policies)}” [${refs[0]}] is too weak to report${why && ` (${why})`}; a further one would be reported.`,
      }
    })
}

const WEAKENED: Record<Mitigation, string> = {
  negated: 'it is refused',
  quoted: 'it is quoted',
  third_person: 'it is said of somebody else',
  policy_text: 'it stands in rules',
}

function titleOf(code: string, { codes }: PolicyPack): string {
  return codes[code]?.title ?? code.replaceAll('_', ' ')
}
