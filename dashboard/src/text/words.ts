import type { Step } from '../../../sdk/contract.ts'

/** The machine's words in people's; one that we do not know is shown as it is, without underscores. */
export function words(code: string | null | undefined): string {
  if (!code) return 'Not provided'
  return (
    WORDS[code] ??
    WORDS[code.replace(/^render_/, '')] ??
    statusWords(code) ??
    sentence(code.replaceAll('_', ' '))
  )
}

/** `http_503`. */
function statusWords(code: string): string | undefined {
  const status = /^http_(\d{3})$/.exec(code)?.[1]
  return status && `${status >= '500' ? 'Its server failed' : 'Answered with an error'} (${status})`
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
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
  timeout: 'No answer in time',
  needs_browser: 'Only a browser can show it',
  render_budget: 'Only a browser can show it, beyond the budget',
  browser_memory: 'Took more memory than the browser may',
  nothing_read: 'Nothing on it could be read',
  mode_quick: 'Not part of a quick scan',
  judging_budget: 'Not judged: that took more than a scan may use',
  rules: 'Rules of the policy pack',
  rules_and_model: 'Rules of the policy pack, and a model reading along',
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
