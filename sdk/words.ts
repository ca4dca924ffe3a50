import type { Resembled, Step } from './contract.ts'

/** The machine's words in people's, for screen and terminal; one that we do not know is shown as it is, without underscores. */
export function words(code: string | null | undefined): string {
  if (!code) return 'Not provided'
  return knownWords(code) ?? sentence(code.replaceAll('_', ' '))
}

/**
 * What coverage says of a step: one reason or several, with or without their count. Sites have signs of their own for what is wrong with a
 * page (`telegram_contact_only`), of which only the kind matters to a reader.
 * @param outcome of the profile, where the step is about the profile alone: says better than its sign what was wrong
 */
export function detailWords(detail: string, outcome = 'ok'): string {
  const parts = detail.split(', ').map((part, index) => {
    const [, count = '', reason = part] = /^(\d+ )(.+)$/.exec(part) ?? []
    const isTold = index === 0 && outcome !== 'ok' && outcome !== 'error'
    return count + lowerFirst(isTold ? words(outcome) : reasonWords(reason))
  })
  return sentence(parts.join(', '))
}

/** A sign that only its site's reader knows says that nothing could be read. */
function reasonWords(reason: string): string {
  const said = knownWords(reason) ?? (reason.includes('_') ? WORDS.error : null)
  return said ?? reason.replace(/^codes\b/, 'QR codes')
}

function knownWords(code: string): string | undefined {
  return WORDS[code] ?? WORDS[code.replace(/^render_/, '')] ?? statusWords(code)
}

/** For the middle of a sentence. */
export function lowerFirst(text: string): string {
  return text.startsWith('QR') ? text : text.charAt(0).toLowerCase() + text.slice(1)
}

/** `http_503`. */
function statusWords(code: string): string | undefined {
  const status = /^http_(\d{3})$/.exec(code)?.[1]
  return status && `${status >= '500' ? 'Its server failed' : 'Answered with an error'} (${status})`
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Below it two texts have little more in common than everyday words. */
const NEAR = 0.2

/** What a finding rests on that no rule made, for the middle of a sentence. */
export function resemblanceWords({ wording, families, similarity, embedding }: Resembled): string {
  const last = families.at(-1)
  const all = families.length > 1 ? `${families.slice(0, -1).join(', ')} and ${last}` : last
  return `${all ? `by words of ${all}` : 'by resemblance'} alone (${similarity < NEAR ? 'no known case is near, the nearest' : 'the nearest known case'}: “${wording}”${embeddingWords(embedding)})`
}

function embeddingWords(embedding: Resembled['embedding']): string {
  if (!embedding) return ''
  if (embedding.tipped) return '; an embedding model tipped the balance'
  return embedding.shift > 0 ? '; an embedding model agrees' : '; an embedding model doubts it'
}

export function stepWords(step: string): string {
  return step in STEP_WORDS ? STEP_WORDS[step as Step] : words(step)
}

const STEP_WORDS: Record<Step, string> = {
  profile: 'Profile data',
  ban_check: 'Ban check',
  links: 'Links',
  social: 'Social profiles',
  search: 'Outside search',
  images: 'Pictures',
  analysis: 'Triage',
}

const WORDS: Record<string, string> = {
  // Outcomes of looking.
  ok: 'Seen',
  gone: 'Gone',
  banned: 'Banned on the platform',
  private: 'Private',
  age_gate: 'Behind an age gate',
  login_wall: 'Behind a login',
  bot_challenge: 'Refused to scanners',
  rate_limited: 'Asked to come later',
  error: 'Could not be read',
  // How evidence is tied to the creator.
  own: 'The submitted profile',
  linked: 'Linked from the profile',
  links_back: 'Links back to the profile',
  second_hop: 'Further along the links',
  picture: 'In a picture',
  search: 'Found by search',
  same_handle: 'Shares the name only: does not count',
  // Where a text stood.
  handle: 'Handle',
  name: 'Name',
  bio: 'Bio',
  post: 'Post',
  page: 'Page',
  link_label: 'Label of a link',
  link: 'Link',
  snippet: 'Search result',
  hidden: 'Text that visitors cannot see',
  // Details of steps.
  rendered: 'Read in a browser',
  not_stored: 'Not stored',
  no_links: 'There were no links',
  profile_not_readable: 'The profile could not be read',
  nothing_to_search_for: 'Neither handle nor name was known',
  connect_error: 'Could not be reached',
  out_of_resources: 'This service had no connections or memory left to ask for it',
  dns_error: 'On a host that does not exist',
  dns_unavailable: 'No name server could be asked about its host',
  no_route: 'This machine had no network to reach it by',
  tls_error: 'No secure connection could be made to it',
  protocol_error: 'Gave a broken answer',
  blocked_address: 'At an address that is not public',
  too_large: 'Too large to be read',
  not_html: 'Of a kind that is not read',
  not_configured: 'Not set up in this deployment',
  search_unavailable: 'The search engine did not answer',
  nothing_to_look_at: 'There was nothing to look at',
  no_social_profiles: 'No social profiles were found',
  profile_not_available: 'The profile is not available',
  nothing_to_read: 'There was nothing to read',
  cut_short: 'Only its beginning was read',
  language_not_covered: 'In a language that the rules do not cover',
  none_on_what_was_read: 'None on what was read',
  robots: 'Closed by robots.txt',
  robots_unreachable: 'robots.txt did not answer, so that the page was not asked for',
  timeout: 'Did not answer in time',
  closed_country: 'Not shown in the country that it was asked for from',
  needs_browser: 'Only a browser can show it',
  render_budget: 'Only a browser can show it, beyond the budget',
  browser_memory: 'Took more memory than the browser may',
  nothing_read: 'Nothing on it could be read',
  anybodys_page: 'Its site shows the same page at any address',
  mode_quick: 'Not part of a quick scan',
  not_looked_before: 'It may be older: the earlier scan did not look there',
  other_policy: 'The policy has changed since the earlier scan',
  page_addresses_reviewer: 'A page addresses the reviewer',
  judging_budget: 'Not judged: that took more than a scan may use',
  rules: 'Rules of the policy pack',
  rules_and_model: 'Rules of the policy pack, and a model reading along',
  // Why a hit weighs less.
  negated: 'Refused',
  third_person: 'Said of somebody else',
  policy_text: 'Part of rules',
  // Families of reason codes.
  ai: 'AI',
  offplatform: 'Off the platform',
  // Kinds of evidence.
  social_profile: 'Social profile',
  search_result: 'Search result',
  screenshot: 'Screenshot',
  image: 'Picture',
  redirect: 'Redirect',
  document: 'Document',
  profile: 'Profile',
}
