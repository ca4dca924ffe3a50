import type { PossibleChange } from '../../sdk/contract.ts'
import type { Outcome } from '../evidence/evidence.ts'
import type { PolicyPack, Scoring } from '../policy/pack/pack-schema.ts'
import type { Analysis } from './analyze.ts'
import { whyUnread } from './unread.ts'

const MAX_UNSEEN = 5
const MAX_WEAK = 3
/** Points below a band that are worth saying. */
const NEAR = 5
/** A sign below this is noise. */
const WEAK = 0.05

/** What the result hangs on: codes without which it would be lower, what was not seen, and what was seen too weakly. */
export function whatWouldChange(analysis: Analysis, policies: PolicyPack): PossibleChange[] {
  return [
    ...withoutCodes(analysis),
    ...nearBand(analysis, policies.scoring),
    ...unseenPages(analysis),
    ...unseenSteps(analysis),
    ...missingModel(analysis),
    ...weakSigns(analysis, policies),
  ]
}

function withoutCodes({ score }: Analysis): PossibleChange[] {
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
        text: `Without ${code} the score would be ${without} (${recommendation}).`,
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
      text: `${points} more ${points === 1 ? 'point' : 'points'} would make it ${next.band}.`,
    },
  ]
}

function unseenPages({ evidence }: Analysis): PossibleChange[] {
  return evidence
    .filter(({ outcome }) => !['ok', 'gone', 'banned'].includes(outcome))
    .slice(0, MAX_UNSEEN)
    .map(({ ref, domain, hop, outcome, outcomeSignal }) => ({
      kind: 'unseen_page',
      code: null,
      ref,
      recommendation: null,
      text: `If ${ref} (${domain}) could be seen, a page ${whyUnread(outcome, outcomeSignal)}.${hop === 0 ? (BY_HAND[outcome] ?? '') : ''}`,
    }))
}

/** What a person can do who is not kept out. */
const BY_HAND: Partial<Record<Outcome, string>> = {
  login_wall: ' Log in and read the bio and the links: nothing of them counted.',
  age_gate: ' Pass it and read the bio and the links: what is behind it did not count.',
  bot_challenge: ' Open it and read the bio and the links: nothing of them counted.',
  rate_limited: ' Open it, or scan it again later: nothing of it counted.',
}

/** Steps that had nothing to go on, for the profile was not seen, or that a quick scan does not have, say nothing of their own. */
function unseenSteps({ coverage }: Analysis): PossibleChange[] {
  const unfinished = coverage.steps.filter(({ step, status }) => step === 'analysis' && status === 'partial')
  const unseen = coverage.steps.filter(
    ({ step, status, detail }) =>
      (status === 'skipped' || status === 'failed') && NAMES[step] !== undefined && !SAYS_NOTHING.has(detail),
  )
  return [
    ...unfinished.map(({ detail }) => unseenStep(`If the analysis had been finished: ${detail}.`)),
    ...unseen.map(({ step, detail }) => {
      const why = DETAILS[`${step} ${detail}`] ?? DETAILS[`${detail}`] ?? DETAILS[step]
      return unseenStep(`If ${NAMES[step]} had been looked at${why ? `: ${why}` : ''}.`)
    }),
    ...(coverage.mode === 'quick'
      ? [
          unseenStep(
            'If links, other profiles, outside search and pictures had been looked at, as a deep scan does.',
          ),
        ]
      : []),
  ]
}

const NAMES: Record<string, string> = {
  links: 'links',
  social: 'other profiles',
  search: 'outside search',
  images: 'pictures',
}

const SAYS_NOTHING = new Set<string | null>([
  'mode_quick',
  'profile_not_available',
  'profile_not_readable',
  'nothing_to_look_at',
])

const DETAILS: Record<string, string> = {
  'search not_configured': 'no search engine is set up',
  'images not_configured': 'this deployment looks at none',
  search_unavailable: 'the search engine did not answer',
  nothing_to_search_for: 'neither handle nor name was known',
  links: 'none of the pages behind them could be read',
  social: 'none of them could be read',
  images: 'none of them could be read',
}

function unseenStep(text: string): PossibleChange {
  return { kind: 'unseen_step', code: null, ref: null, recommendation: null, text }
}

function missingModel({ modelReview }: Analysis): PossibleChange[] {
  if (modelReview?.outcome !== 'failed' || modelReview.detail === 'nothing_to_read') return []
  return [
    {
      kind: 'missing_model',
      code: null,
      ref: null,
      recommendation: null,
      text: `If the model ${modelReview.id} had answered: ${modelReview.detail}.`,
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
    .map(({ code, probability, refs }) => {
      const own = findings.filter((finding) => finding.code === code)
      const weakened = [...new Set(own.map((finding) => finding.mitigation).filter((each) => each !== null))]
      const why = weakened.length > 0 ? `, ${weakened.join(' and ')}` : ''
      return {
        kind: 'weak_sign',
        code,
        ref: refs[0] ?? null,
        recommendation: null,
        text: `A further sign of ${code} would be reported; so far ${probability.toFixed(2)}${why}.`,
      }
    })
}
