import { Parser } from 'htmlparser2'
import type { ProfileLink } from '../platform.ts'
import { profileLink } from './profile-of.ts'

/** Letters of a fragment that are read: nesting costs the square of them. */
const MOST_LETTERS = 20_000

/** Text and links of a small HTML fragment, as APIs put them into a bio. `unread`: letters that it is too long by. */
export function readFragment(html = ''): { text: string; links: ProfileLink[]; unread: number } {
  let text = ''
  let open: { href: string; from: number } | null = null
  const links: (ProfileLink | null)[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'br') text += '\n'
      if (name === 'p' && text !== '') text += '\n\n'
      if (name === 'a') open = { href: attributes.href ?? '', from: text.length }
    },
    ontext: (part) => {
      text += part
    },
    onclosetag(name) {
      if (name !== 'a' || !open) return
      links.push(profileLink(open.href, text.slice(open.from)))
      open = null
    },
  })
  parser.end(html.slice(0, MOST_LETTERS))
  const unread = Math.max(0, html.length - MOST_LETTERS)
  return { text: text.trim(), links: links.filter((link) => link !== null), unread }
}
