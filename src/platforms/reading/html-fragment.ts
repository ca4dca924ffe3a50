import { readMarkup } from '../../answers/read-markup.ts'
import type { ProfileLink } from '../platform.ts'
import { profileLink } from './profile-of.ts'

/** Text and links of a small HTML fragment, as APIs put them into a bio. `unread`: letters that it is too long by. */
export function readFragment(html = ''): { text: string; links: ProfileLink[]; unread: number } {
  const { text, links, unread } = readMarkup(html)
  return {
    text,
    links: links.map(({ href, label }) => profileLink(href, label)).filter((link) => link !== null),
    unread,
  }
}
