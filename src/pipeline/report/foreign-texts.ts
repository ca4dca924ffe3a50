import type { Coverage, PossibleChange } from '../../../sdk/contract.ts'
import { hasUncovered, hasUnread } from '../coverage/unread.ts'
import type { Analysis } from '../judge/analyze.ts'

type Told = NonNullable<Coverage['languages']>[number]

const NAMES = new Intl.DisplayNames('en', { type: 'language' })
const MAX_CHANGES = 3

/** What was read in languages that the rules do not cover, in words. */
export function foreignTexts({ coverage, score }: Analysis): string[] {
  const sentences = foreign(coverage).map(({ language, refs, ...covered }) => {
    const where = refs.includes('E1')
      ? refs.length > 1
        ? 'the profile and of linked pages'
        : 'the profile'
      : 'linked pages'
    return `Text of ${where} is in ${nameOf(language)} [${refs.slice(0, 3).join(', ')}], ${lackOf(covered)}.`
  })
  const saysUnclean = hasUnread(coverage) || score.recommendation !== 'no_flags'
  return sentences.length === 0 || saysUnclean ? sentences : [...sentences, 'This is not a clean result.']
}

/** What a person can do about it. */
export function foreignChanges({ coverage, evidence }: Analysis): PossibleChange[] {
  return foreign(coverage)
    .slice(0, MAX_CHANGES)
    .map(({ language, refs }) => {
      const [ref = null] = refs
      const domain = evidence.find((each) => each.ref === ref)?.domain
      return {
        kind: 'language_not_covered',
        code: null,
        ref,
        recommendation: null,
        text: `If what is said in ${nameOf(language)} were known. Have somebody who reads it look at ${ref} (${domain}): the rules do not cover it.`,
      }
    })
}

/** Where it stands. */
export function foreignAddresses({ coverage, evidence }: Analysis): string[] {
  const refs = foreign(coverage).flatMap((each) => each.refs)
  return evidence.filter(({ ref }) => refs.includes(ref)).map(({ url }) => url)
}

function foreign(coverage: Coverage): Told[] {
  return (coverage.languages ?? []).filter((each) => hasUncovered({ languages: [each] }))
}

function lackOf({ minor_safety, rules }: Pick<Told, 'minor_safety' | 'rules'>): string {
  if (minor_safety)
    return 'of which the rules know stated ages alone: an offer or a threat in it would not be found'
  if (rules) return 'in which the rules know no stated ages: an age under 18 in it would not be found'
  return 'which the rules do not cover: an offer, a threat or a stated age in it would not be found'
}

function nameOf(language: string): string {
  return NAMES.of(language) ?? language
}
