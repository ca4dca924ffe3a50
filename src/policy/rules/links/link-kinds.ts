import { domainToUnicode } from 'node:url'
import { parse } from 'tldts'
import type { LinkKind } from '../../pack/rule-schema.ts'
import { foldedView, normaliseText } from '../../text/text-views.ts'

const EXECUTABLE = /\.(?:exe|scr|msi|bat|cmd|apk|jar|vbs|ps1|lnk|hta|pif|com\.zip|dmg\.zip)$/i
/** The key with which a page's own scripts report their errors: nobody takes it for a host. */
const KEY = /^[0-9a-f]{32}$/
const LURES = new Set([
  'login',
  'signin',
  'verify',
  'verification',
  'secure',
  'security',
  'account',
  'support',
  'update',
  'wallet',
  'unlock',
  'confirm',
  'billing',
  'recover',
  'recovery',
  'appeal',
])

/** What an address gives away by its form alone. `brands` are official hosts; the first label is the brand's name. */
export function linkKinds(url: string, brands: readonly string[]): Set<LinkKind> {
  const kinds = new Set<LinkKind>()
  if (!URL.canParse(url)) return kinds
  const parsed = new URL(url)
  if (EXECUTABLE.test(parsed.pathname)) kinds.add('executable')
  if (hidesItsHost(parsed, brands)) kinds.add('credentials_in_url')
  if (looksLikeBrand(parsed.hostname, brands)) kinds.add('look_alike')
  return kinds
}

/**
 * Whether what stands before the host may be taken for it: a password, a host or a brand. A key is none of these, nor is a mail address that
 * somebody wrote as a link (`http://webmaster@site.example/`).
 */
function hidesItsHost({ username, password }: URL, brands: readonly string[]): boolean {
  if (username === '' && password === '') return false
  if (KEY.test(username)) return false
  if (password !== '') return true
  const shown = unescaped(username).toLowerCase()
  const names = namesOf(brands)
  const { domain, isIcann } = parse(shown)
  return (
    (domain !== null && isIcann === true) || shown.split(/[^\p{L}\p{N}]+/u).some((token) => names.has(token))
  )
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A lone `%` is no escape: it is shown as it stands.
    return text
  }
}

/** A foreign host that spells a brand with look-alike characters, or joins its name to a lure such as `login`. */
function looksLikeBrand(host: string, brands: readonly string[]): boolean {
  if (brands.some((brand) => host === brand || host.endsWith(`.${brand}`))) return false
  const names = namesOf(brands)
  const shown = normaliseText(domainToUnicode(host) || host)
  const tokens = shown.split(/[.-]/)
  if (tokens.some((token) => names.has(token)) && tokens.some((token) => LURES.has(token))) return true
  return tokens.some((token) => !names.has(token) && spellings(token).some((spelling) => names.has(spelling)))
}

const known = new WeakMap<readonly string[], ReadonlySet<string>>()

/** The same list is asked about each link. */
function namesOf(brands: readonly string[]): ReadonlySet<string> {
  const names = known.get(brands) ?? new Set(brands.map((brand) => brand.split('.')[0] ?? ''))
  known.set(brands, names)
  return names
}

function spellings(token: string): string[] {
  const folded = foldedView(token)?.text ?? token
  const digits = token.replace(/0/g, 'o').replace(/1/g, 'l').replace(/3/g, 'e').replace(/5/g, 's')
  return [folded, digits, digits.replace(/rn/g, 'm').replace(/vv/g, 'w')]
}
