import type { Channel, Evidence } from '../evidence/evidence.ts'
import { isTied } from '../policy/rules/links/ties.ts'
import type { Span } from '../policy/text/text-views.ts'
import { isVeiled } from './facts-of.ts'

/** A text as a model is shown it: the stored one up to `length`. */
export interface ShownText {
  textIndex: number
  channel: Channel
  text: string
  /** What of it addresses a reviewer and is not shown, first to last; absent until it was looked for. */
  takenOut?: Span[]
}

export interface ShownEvidence {
  evidence: Evidence
  texts: ShownText[]
  links: string[]
}

/** Characters of all texts together; what they come to in tokens stands in docs/models.md. */
const MOST_CHARACTERS = { deep: 40_000, quick: 8000 }
const MOST_OF_ONE_TEXT = { own: 8000, other: 3000 }
const MOST_OF_ONE_PAGE = { own: 12_000, other: 6000 }
const MOST_LINKS = { own: 40, other: 12 }

/** What a creator says of themselves before what a page says around it; what nobody sees comes last. */
const CHANNEL_ORDER: readonly Channel[] = [
  'name',
  'handle',
  'bio',
  'link_label',
  'post',
  'page',
  'snippet',
  'picture',
  'hidden',
]

/**
 * What a model is shown, best first: of a quick scan the profile, of a deep one all that is tied to the creator, nearest
 * first, until the budget is spent. Namesakes and pages that were not read are not shown, but for the ways to such as a disguise hides.
 */
export function selectEvidence(evidence: readonly Evidence[], mode: 'deep' | 'quick'): ShownEvidence[] {
  let left = MOST_CHARACTERS[mode]
  const shown: ShownEvidence[] = []
  for (const each of candidates(evidence, mode)) {
    const texts = textsOf(each, left)
    left -= texts.reduce((sum, { text }) => sum + text.length, 0)
    const links = each.links.slice(0, MOST_LINKS[each.hop === 0 ? 'own' : 'other']).map((link) => link.url)
    if (texts.length > 0 || isVeiled(each)) shown.push({ evidence: each, texts, links })
  }
  return shown
}

function candidates(evidence: readonly Evidence[], mode: 'deep' | 'quick'): Evidence[] {
  const readable = evidence.filter((each) => (each.outcome === 'ok' || isVeiled(each)) && isTied(each))
  if (mode === 'quick') return readable.filter((each) => each.hop === 0)
  const rank = (each: Evidence) =>
    each.hop + (each.binding === 'search' ? 10 : each.binding === 'links_back' ? -0.5 : 0)
  return readable.toSorted((a, b) => rank(a) - rank(b))
}

function textsOf(evidence: Evidence, left: number): ShownText[] {
  const kind = evidence.hop === 0 ? 'own' : 'other'
  let room = Math.min(left, MOST_OF_ONE_PAGE[kind])
  const read = evidence.outcome === 'ok' ? evidence.texts : []
  const ordered = read
    .map(({ channel, text }, textIndex) => ({ textIndex, channel, text }))
    .sort((a, b) => CHANNEL_ORDER.indexOf(a.channel) - CHANNEL_ORDER.indexOf(b.channel))
  const taken: ShownText[] = []
  for (const each of ordered) {
    const text = each.text.slice(0, Math.max(0, Math.min(room, MOST_OF_ONE_TEXT[kind])))
    if (text.trim() === '') continue
    room -= text.length
    taken.push({ ...each, text })
  }
  return taken
}
