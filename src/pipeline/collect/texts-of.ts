import type { EvidenceText } from '../../evidence/evidence.ts'
import type { PageResponse } from '../../evidence/page.ts'
import type { Platform, Profile } from '../../platforms/platform.ts'
import type { Address } from './address.ts'
import { withoutSaidInSentences } from './said-in-sentences.ts'

/** Letters of one text, and of all texts of a page together: what rules read of a scan must have an end. */
const MAX_TEXT = 100_000
const MAX_TEXTS = 300_000

/** All that a profile or page says, by where it says it. */
export function textsOf(
  address: Address,
  platform: Platform | null,
  response: PageResponse,
  profile: Profile,
): EvidenceText[] {
  const prose = platform === null && address.hop > 0 ? 'page' : 'bio'
  const texts: (EvidenceText | null)[] = [
    profile.handle ? { channel: 'handle', text: profile.handle } : null,
    profile.name ? { channel: 'name', text: profile.name } : null,
    profile.bio ? { channel: prose, text: profile.bio } : null,
    ...(profile.about ?? []).map((text): EvidenceText => ({ channel: prose, text })),
    ...profile.posts.map((post): EvidenceText => ({ channel: 'post', text: post.text })),
    ...(profile.further ?? []).map(
      (text): EvidenceText => ({
        channel: prose === 'page' ? 'page' : 'post',
        text,
      }),
    ),
    ...profile.links.map((link): EvidenceText | null =>
      link.label ? { channel: 'link_label', text: link.label } : null,
    ),
    response.page?.hiddenText ? { channel: 'hidden', text: response.page.hiddenText } : null,
  ]
  return withoutSaidInSentences(texts.filter((text) => text !== null))
}

/** As much of the texts as is kept, the first ones first. */
export function keptOf(texts: EvidenceText[]): EvidenceText[] {
  let room = MAX_TEXTS
  return texts.flatMap(({ channel, text }) => {
    const kept = text.slice(0, Math.min(MAX_TEXT, room))
    room -= kept.length
    return kept === '' ? [] : [{ channel, text: kept }]
  })
}

export function lettersOf(texts: EvidenceText[]): number {
  return texts.reduce((sum, { text }) => sum + text.length, 0)
}
