import type { Open } from '../../../../../sdk/client.ts'
import type { Coverage } from '../../../../../sdk/contract.ts'
import { detailWords, lowerFirst, stepWords, words } from '../../../../../sdk/words.ts'

export interface Gap {
  what: string
  why: string
  /** Addresses that were not seen. */
  urls: { url: string; reason: string | null }[]
}

/**
 * Everything that this report does not know, in words: a gap is never a clean result.
 * @param outcome what became of looking at the profile
 */
export function gapsOf(coverage: Open<Coverage>, outcome?: string): Gap[] {
  const { age_gated_urls: gated, rate_limited_urls: limited } = coverage
  const without = (urls: readonly string[], others: readonly string[] = []) =>
    urls.filter((url) => !others.includes(url)).map((url) => ({ url, reason: null }))
  return [
    ...coverage.steps
      .filter((step) => step.status !== 'completed' && !isNothing(step.detail))
      .map((step) => ({
        what: stepWords(step.step),
        why: `${STATUS[step.status] ?? words(step.status)}${step.detail ? `: ${lowerFirst(detailWords(step.detail, ofProfile(step.step, outcome)))}` : ''}`,
        urls: [],
      })),
    // Older reports do not tell a login from an age gate, nor a challenge from a plea to come later.
    gap(
      gated ? 'Pages behind a login' : 'Pages behind a login or age gate',
      NOT_KNOWN,
      without(coverage.login_blocked_urls, gated),
    ),
    gap('Pages behind an age gate', NOT_KNOWN, without(gated ?? [])),
    gap(
      'Pages that refuse scanners',
      limited ? 'They answered with a challenge.' : 'They answered with a challenge or asked to come later.',
      without(coverage.bot_blocked_urls, limited),
    ),
    gap('Pages that asked to come later', 'They can be scanned again.', without(limited ?? [])),
    gap(
      'Pages that could not be read',
      'They may say anything.',
      (coverage.failed_urls ?? []).map(({ url, reason }) => ({ url, reason: detailWords(reason) })),
    ),
    gap(
      'Links that nobody looked behind',
      linksLeft(coverage.left_out),
      without(coverage.left_out?.first_links ?? []),
    ),
    ...foreignTexts(coverage.languages),
    gap(
      'Screenshots that could not be taken',
      'Their pages were read; only the picture is missing.',
      (coverage.screenshots?.missed ?? []).map(({ url, reason }) => ({ url, reason: detailWords(reason) })),
    ),
    ...(coverage.pages_truncated
      ? [{ what: 'The end of overlong pages', why: 'Only their beginning was read.', urls: [] }]
      : []),
  ].filter((each) => each !== null)
}

const NOT_KNOWN = 'What they say is not known.'

/** How many there are, and the hosts with most of them. */
function linksLeft(left: Open<Coverage>['left_out']): string {
  if (!left) return ''
  const hosts = Object.entries(left.links_by_host).slice(0, MOST_HOSTS)
  const named = hosts.map(([host, count]) => `${host} (${count})`).join(', ')
  return `${left.links} beyond the budget${named ? `: ${named}` : ''}`
}

const MOST_HOSTS = 5

const LANGUAGES = new Intl.DisplayNames('en', { type: 'language' })

/** What was read in languages that the rules do not cover. */
function foreignTexts(languages: Open<Coverage>['languages'] = []): Gap[] {
  return languages
    .filter((each) => !each.minor_safety || !each.rules)
    .map(({ language, refs, minor_safety: ages, rules }) => ({
      what: `Text in ${LANGUAGES.of(language) ?? language} (${refs.join(', ')})`,
      why: `The rules ${ages ? 'know stated ages alone in it' : rules ? 'know no stated ages in it' : 'do not cover it'}: somebody who reads it must look.`,
      urls: [],
    }))
}

/** There was nothing there to be seen, which is no gap. */
function isNothing(detail: string | null): boolean {
  return detail === 'nothing_to_look_at' || detail === 'no_social_profiles'
}

function gap(what: string, why: string, urls: Gap['urls']): Gap | null {
  return urls.length === 0 ? null : { what, why, urls }
}

const STATUS: Record<string, string> = { partial: 'Partly', skipped: 'Skipped', failed: 'Failed' }

/** The outcome, where the step is about the profile alone. */
export function ofProfile(step: string, outcome: string | undefined): string | undefined {
  return step === 'profile' || step === 'ban_check' ? outcome : undefined
}
