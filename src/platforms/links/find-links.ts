import { parse } from 'tldts'
import { findNamedAccounts } from './named-accounts.ts'
import { undisguise } from './undisguise.ts'
import { unwrapRedirect } from './unwrap-redirect.ts'
import { writtenAddresses } from './written-addresses.ts'

export interface FoundLink {
  /** Absolute; for a named account the platform's own address of it. */
  url: string
  /** The words in which it stood, disguises removed. */
  label: string
  how: 'url' | 'bare_address' | 'spelled_out' | 'disguised' | 'named_account'
}

/** Every address that a text names: written out, bare, spelled ("linktr dot ee/x"), disguised, or as "insta: name". */
export function findLinks(text: string): FoundLink[] {
  // Linkify takes quadratic time on endless words.
  const bounded = withoutEndlessWords(text.slice(0, MOST_CHARACTERS))
  const { plain, spelledOut } = undisguise(bounded)
  const found: FoundLink[] = []
  for (const match of writtenAddresses(plain)) {
    const link = isCutOff(plain, match.start, match.value) ? null : addressOf(match.value)
    if (link) found.push({ url: link, label: match.value, how: howWritten(match.value, bounded, spelledOut) })
  }
  for (const { 0: written, index } of /\.example/i.test(plain) ? plain.matchAll(RESERVED) : []) {
    const url = isCutOff(plain, index, written) ? null : URL.parse(`https://${trimJunk(written)}`)
    if (url) found.push({ url: url.href, label: written, how: howWritten(written, bounded, spelledOut) })
  }
  for (const account of findNamedAccounts(plain)) {
    found.push({ ...account, how: bounded.includes(account.label) ? 'named_account' : 'disguised' })
  }
  return distinct(found).slice(0, MOST_LINKS)
}

const ENDLESS = 2000

function withoutEndlessWords(text: string): string {
  // Asked at the beginning of words alone: hardly any text has one, and from each letter on it would be sought again.
  return mayBeEndless(text) && /(?<!\S)\S{2000}/.test(text) ? text.replace(/\S{2000}/g, '$& ') : text
}

/** Every word of that length stands over a multiple of it. */
function mayBeEndless(text: string): boolean {
  for (let at = ENDLESS - 1; at < text.length; at += ENDLESS) {
    const next = text.indexOf(' ', at)
    if ((next < 0 ? text.length : next) - text.lastIndexOf(' ', at) > ENDLESS) return true
  }
  return false
}

/** `.example` is for documentation and demonstrations (RFC 2606, 3), and in no list of endings. */
const RESERVED =
  /(?<![\w@/.-])(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,6}example(?![\w.-]*\w)(?:\/[^\s<>"]{0,200})?/gi
const MOST_CHARACTERS = 100_000
const MOST_LINKS = 500

/** The address in what linkify matched, or null for words that only look like one ("this.is", "notes.md"). */
function addressOf(match: string): string | null {
  const trimmed = trimJunk(match)
  const hasScheme = /^https?:\/\//i.test(trimmed)
  if (!hasScheme && /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)) return null
  const url = URL.parse(hasScheme ? trimmed : `https://${trimmed}`)
  if (url === null || url.username !== '') return null
  const domain = parse(url.hostname)
  if (domain.isIp) return hasScheme ? url.href : null
  // Written out with its scheme it is meant as an address, whatever its ending: the guard decides where one may go.
  if (hasScheme && !domain.isIcann) return url.hostname.includes('.') ? unwrapRedirect(url.href) : null
  if (!domain.isIcann || !domain.domain || !domain.publicSuffix) return null
  if (!hasScheme && !isPlausibleBare(url, domain.publicSuffix)) return null
  return unwrapRedirect(url.href)
}

/**
 * Sites that show the beginning of a text write an ellipsis behind it, in brackets too, or in the middle of what they shorten: what stands before
 * it is a part of an address, and another one.
 */
function isCutOff(text: string, start: number, match: string): boolean {
  const address = trimJunk(match)
  const end = start + address.length
  return SHORTENED.test(address) || /^[([{]?(?:\.{3}|…)/.test(text.slice(end, end + 4))
}

/** Dots alone in brackets, or as the end of a part of the path. */
const SHORTENED = /[([{](?:\.{3}|…)[)\]}]|(?:\.{3}|…)(?=\/)/

/** Linkify keeps dashes, quotes and brackets that end a sentence rather than an address. */
function trimJunk(match: string): string {
  let trimmed = match.replace(
    /(?:[—–…|<>"“”‘’«»`]|\p{Extended_Pictographic}|\p{So}|(?![!-~])[\p{Sm}\p{Po}]).*$/u,
    '',
  )
  trimmed = trimmed.replace(/[.,;:!?'*_~]+$/, '')
  for (const [open, close] of ['()', '[]', '{}']) {
    while (
      open &&
      close &&
      trimmed.endsWith(close) &&
      trimmed.split(close).length > trimmed.split(open).length
    ) {
      trimmed = trimmed.slice(0, -1)
    }
  }
  return trimmed.replace(/[.,;:!?]+$/, '')
}

function isPlausibleBare(url: URL, suffix: string): boolean {
  if (FILE_ENDINGS.has(suffix) && url.pathname === '/') return false
  const isWord = WORD_SUFFIXES.has(suffix)
  return (
    !isWord || url.pathname.length > 1 || url.hostname.startsWith('www.') || SHORT_HOSTS.has(url.hostname)
  )
}

/** Suffixes that are words, so that a missing blank after a full stop makes an address of two sentences. */
const WORD_SUFFIXES: ReadonlySet<string> = new Set(
  'ad am as at be by do et he in is it la ma me mr ms my no now of one or out so to us vs we win you all real how new best like cool fun live love'.split(
    ' ',
  ),
)
const FILE_ENDINGS: ReadonlySet<string> = new Set('md py rs sh pl ps zip mov cc java'.split(' '))
/** Hosts with such a suffix that stand alone as addresses. */
const SHORT_HOSTS: ReadonlySet<string> = new Set(['about.me', 'cash.me', 'youtu.be', 'solo.to', 'hoo.be'])

function howWritten(match: string, original: string, spelledOut: boolean): FoundLink['how'] {
  if (original.includes(match)) return /^https?:/i.test(match) ? 'url' : 'bare_address'
  return spelledOut ? 'spelled_out' : 'disguised'
}

function distinct(links: FoundLink[]): FoundLink[] {
  const seen = new Set<string>()
  return links.filter((link) => {
    const key = link.url.replace(/\/$/, '')
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
