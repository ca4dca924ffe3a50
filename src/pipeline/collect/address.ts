import { getDomain } from 'tldts'
import type { Binding } from '../../evidence/evidence.ts'
import type { Platforms } from '../../platforms/index.ts'

/** One address to look at, and how we came to it. */
export interface Address {
  url: string
  /** Unique and in order of discovery; becomes `E1`, `E2`, … in the report. */
  ref: string
  via: string | null
  hop: number
  binding: Binding
}

/** What the creator is known by, for telling whether a page speaks of them. */
export interface Creator {
  url: string
  handle: string | null
  name: string | null
}

/** True when both addresses show the same profile, whatever their spelling. */
export function leadsTo(platforms: Platforms, url: string, profileUrl: string): boolean {
  return leadingTo(platforms, profileUrl)(url)
}

/** The same for many addresses: a page can hold ten thousand. */
export function leadingTo(platforms: Platforms, profileUrl: string): (url: string) => boolean {
  const profile = platforms.recognise(profileUrl)
  const plain = plainAddress(profileUrl)
  const platform = profile && platforms.byId(profile.platform)
  return (url) => {
    if (profile === null) return plainAddress(url) === plain && platforms.recognise(url) === null
    // One platform is asked quickly, all of them are not.
    const parsed = URL.parse(url)
    if (platform && (parsed === null || platform.recognise(parsed) === null)) return false
    const target = platforms.recognise(url)
    return (
      target?.platform === profile.platform && target.handle.toLowerCase() === profile.handle.toLowerCase()
    )
  }
}

/** An address without the parts that do not change what it shows. */
export function plainAddress(text: string): string {
  const url = URL.parse(text)
  if (!url) return text
  for (const name of [...url.searchParams.keys()]) {
    if (/^(utm_\w+|fbclid|igshid|igsh|gclid|ref|ref_src|si|feature|hl|lang)$/i.test(name))
      url.searchParams.delete(name)
  }
  const host = url.host.replace(/^(www|m|mobile)\./, '')
  return `${host}${url.pathname.replace(/\/+$/, '')}${url.search}`
}

/** The registrable domain, or the host where there is none. */
export function domainOf(url: string): string {
  return getDomain(url, { allowPrivateDomains: true }) ?? URL.parse(url)?.host ?? ''
}
