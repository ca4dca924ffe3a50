import { getDomain } from 'tldts'
import type { Binding } from '../evidence/evidence.ts'
import type { Platforms } from '../platforms/index.ts'

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
  const [a, b] = [platforms.recognise(url), platforms.recognise(profileUrl)]
  if (a && b) return a.platform === b.platform && a.handle.toLowerCase() === b.handle.toLowerCase()
  return a === null && b === null && plainAddress(url) === plainAddress(profileUrl)
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
