import { Parser } from 'htmlparser2'

/** Letters of a fragment that are read: nesting costs the square of them. */
const MOST_LETTERS = 20_000

/** A small HTML fragment, read. */
export interface Markup {
  text: string
  /** Addresses as they are written. */
  links: { href: string; label: string }[]
  /** Letters that it is too long by. */
  unread: number
}

/** Text and links of a small HTML fragment, as APIs and states put them into a bio. */
export function readMarkup(html: string): Markup {
  let text = ''
  let open: { href: string; from: number } | null = null
  const links: Markup['links'] = []
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
      links.push({ href: open.href, label: text.slice(open.from) })
      open = null
    },
  })
  parser.end(html.slice(0, MOST_LETTERS))
  return { text: text.trim(), links, unread: Math.max(0, html.length - MOST_LETTERS) }
}

/** Where a line begins: put a break before each to keep lines apart. */
export const BLOCK = /<\/?(?:p|div|li|ul|ol|h\d|tr|td|section|article|blockquote)\b/gi
