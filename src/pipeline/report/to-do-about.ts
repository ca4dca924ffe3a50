import type { PossibleChange } from '../../../sdk/contract.ts'
import type { Evidence } from '../../evidence/evidence.ts'
import { whyUnread } from '../coverage/unread.ts'

const MAX_SENTENCES = 5
const MAX_NAMED = 3

/** What a person can do about the pages that were not read: one sentence for the profile, and one for each cause among the others. */
export function toDoAbout(evidence: readonly Evidence[]): PossibleChange[] {
  const unread = evidence.filter(({ outcome }) => !['ok', 'gone', 'banned'].includes(outcome))
  const whyOf = ({ outcome, outcomeSignal }: Evidence) => whyUnread(outcome, outcomeSignal)
  const own = unread.filter(({ hop }) => hop === 0)
  const others = Map.groupBy(
    unread.filter(({ hop }) => hop > 0),
    whyOf,
  )
  return [...own.map((each) => [each]), ...others.values()].slice(0, MAX_SENTENCES).map((pages) => {
    const named = pages.slice(0, MAX_NAMED)
    const [first] = pages
    return {
      kind: 'unseen_page',
      code: null,
      ref: first?.ref ?? null,
      recommendation: null,
      text: first ? sentenceOf(first, named, pages) : '',
    }
  })
}

function sentenceOf(first: Evidence, named: readonly Evidence[], pages: readonly Evidence[]): string {
  const count = pages.length
  const why = whyUnread(first.outcome, first.outcomeSignal)
  const hosts = [...new Set(named.map(({ domain }) => domain))]
  const places = `${list(hosts)} [${named.map(({ ref }) => ref).join(', ')}]`
  const read = first.hop === 0 ? ' and read the bio and the links' : ''
  const more = count > named.length ? ` and ${count - named.length} more` : ''
  const they = count === 1 ? `a page ${why}` : `pages ${why}`
  const counted = FRONT.includes(first.outcome) ? 'only its front counted' : ofWhatCame(pages)
  return `${action(first, `${places}${more}`, read)}: ${they}, so ${counted}.`
}

/** The words of a wall, and of the code of a page that nothing has drawn, are judged. */
function ofWhatCame(pages: readonly Evidence[]): string {
  const them = pages.length === 1 ? 'it' : 'them'
  const saysSomething = pages.some(({ texts }) => texts.length > 0)
  return saysSomething ? `only the words that came with ${them} counted` : `nothing of ${them} counted`
}

/** Of these something is shown to everybody. */
const FRONT: readonly string[] = ['private', 'age_gate']

function action({ outcome, outcomeSignal }: Evidence, places: string, read: string): string {
  if (outcome === 'login_wall') return `Log in to ${places}${read}`
  if (outcome === 'age_gate') return `Pass the age gate of ${places}${read}`
  if (outcome === 'private') return `Where you have access, open ${places}${read}`
  if (outcome === 'rate_limited') return `Open ${places}${read}, or scan again later`
  if (/needs_browser|render_budget/.test(outcomeSignal)) return `Open ${places} in a browser${read}`
  if (/dns_error|blocked_address|invalid_url/.test(outcomeSignal)) return `Check the address of ${places}`
  if (LATER.test(outcomeSignal)) return `Scan again later, or open ${places}${read}`
  return `Open ${places}${read}`
}

/** What may be over in an hour. */
const LATER =
  /timeout|dns_unavailable|no_route|out_of_resources|connect_error|protocol_error|robots_unreachable|http_5\d\d|^browser_/

function list(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
