import type { PageResponse } from '../../evidence/page.ts'
import type { Platform, Reading, Target } from '../platform.ts'
import { addressesOf } from './addresses-of.ts'
import { type PageRules, readPage } from './read-page.ts'
import { isId, isOnHost } from './site-address.ts'
import type { SiteEntry } from './site-entry.ts'

/** The reader of a site that an entry tells all about. */
export function siteOf(entry: SiteEntry): Platform {
  const { recognise, usualAddress } = addressesOf(entry)
  const nameIn = (url: URL) => {
    const handle = recognise(url)?.handle ?? ''
    return isId(handle) ? null : handle || null
  }
  const rules = { ...rulesOf(entry), nameIn }
  return {
    id: entry.id,
    label: entry.label,
    kind: entry.kind,
    hosts: entry.hosts,
    recognise,
    request: ({ url }) => ({ url }),
    isOwnWords: (text) => entry.ownWords?.test(text) === true,
    read: (response, target) =>
      sentElsewhere(entry, response) ??
      withName(asEntered(entry, readPage(response, target, rules), response), response, target, nameIn),
    ...(entry.tellsAbsence && {
      lookUp(handle: string) {
        const url = URL.parse(usualAddress(handle))
        return url && recognise(url)
      },
    }),
  }
}

function rulesOf({ label, hosts, brand, title, links, ...words }: SiteEntry): PageRules {
  const own = label.replace(/[.*+?^$()|[\]\\{}]/g, '\\$&')
  return {
    ownHosts: hosts,
    brand: brand ?? new RegExp(`^${own}(?:\\s*[^\\p{L}\\p{N}\\s].*)?$`, 'iu'),
    title: title ?? new RegExp(`^(.+?)\\s+(?:[|•·–—:@-]|on)\\s+${own}(?:[^\\p{L}\\p{N}].*)?$`, 'iu'),
    notices: SAID.flatMap(([name, outcome]) => {
      const { title, text } = words[name] ?? {}
      return title || text ? [{ outcome, signal: `${outcome}_words`, title, text }] : []
    }),
    ...(links && { links: 'outside_frame' as const }),
  }
}

const SAID = [
  ['gone', 'gone'],
  ['banned', 'banned'],
  ['private', 'private'],
  ['ageGate', 'age_gate'],
] as const

/** Where the site has sent the visitor tells what became of the profile. */
function sentElsewhere(entry: SiteEntry, { requestedUrl, finalUrl }: PageResponse): Reading | null {
  const final = URL.parse(finalUrl)
  if (!final || finalUrl === requestedUrl || !isOnHost(final.hostname, entry.hosts)) return null
  const [, outcome] = SAID.find(([name]) => entry[name]?.sentTo?.test(final.pathname)) ?? []
  if (outcome) return { outcome, signal: `redirect_to_${outcome}` }
  return AGE_PATH.test(final.pathname) ? { outcome: 'age_gate', signal: 'redirect_to_age_gate' } : null
}

const AGE_PATH = /^\/(?:[a-z]{2}\/)?(?:age[-_](?:check|confirmation|gate|verification)|over-?18|verify-age)/i

/** What the entry knows of every profile of its site. */
function asEntered(entry: SiteEntry, reading: Reading, { finalUrl, status }: PageResponse): Reading {
  if (entry.hidesAsGone && reading.outcome === 'gone' && status >= 400)
    return { outcome: 'error', signal: `http_${status}` }
  if (!reading.profile) return reading
  const { adult, ownWords } = entry
  const { bio, links, ...rest } = reading.profile
  const isAdult = adult === true || isOnHost(URL.parse(finalUrl)?.hostname ?? '', adult ?? [])
  return {
    ...reading,
    profile: {
      ...rest,
      links: links.filter(({ url }) => !isOfTheSite(entry, url)),
      ...(bio !== undefined && !ownWords?.test(bio) && { bio }),
      ...(isAdult && { adult: true }),
    },
  }
}

/** An id's address has led to the name, which is what the owner is called. */
function withName(
  reading: Reading,
  { finalUrl }: PageResponse,
  target: Target,
  nameIn: (url: URL) => string | null,
): Reading {
  const final = URL.parse(finalUrl)
  const handle = final && isId(target.handle) ? nameIn(final) : null
  return reading.profile && handle ? { ...reading, profile: { handle, ...reading.profile } } : reading
}

/** Sites have accounts elsewhere under their own name. */
function isOfTheSite({ label }: SiteEntry, url: string): boolean {
  const [first = ''] = URL.parse(url)?.pathname.split('/').filter(Boolean) ?? []
  const name = plain(first)
  return name.startsWith(plain(label)) && OWN_ACCOUNT.test(name.slice(plain(label).length))
}

const OWN_ACCOUNT = /^(?:app|com|creators?|global|help|hq|live|official|support|team|tv|us)?$/

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
