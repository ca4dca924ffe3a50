import type { Outcome } from '../evidence/evidence.ts'
import type { HttpRequest, PageResponse } from '../evidence/page.ts'

/** `payment`: where money is sent to somebody; `directory`: where somebody can be booked. */
export type PlatformKind =
  | 'social'
  | 'hub'
  | 'paid'
  | 'messenger'
  | 'media'
  | 'shop'
  | 'code'
  | 'payment'
  | 'directory'

/** A profile address that a platform has recognised as its own. */
export interface Target {
  platform: string
  /** As the platform spells it, without `@`; an id where there is no handle. */
  handle: string
  /** The one address for this profile: https, no locale, no tracking. */
  url: string
}

export interface ProfileLink {
  url: string
  label: string
}

/** What the public page or API says about a profile. Absent means "not carried", never "empty". */
export interface Profile {
  handle?: string
  name?: string
  bio?: string
  links: ProfileLink[]
  counts: Record<string, number>
  verified?: boolean
  pictures: string[]
  adult?: boolean
  createdAt?: string
  posts: { url: string; text: string }[]
  /** What else the owner says of themselves in the answer, beside all that the reader knows by name; absent when there is none. */
  about?: string[]
  /** Other words of the owner in it: posts, offers, what stands anywhere in a state; absent when there are none. */
  further?: string[]
  /** Addresses in the answer that nothing shows to anybody: of machines, unless they lead to somewhere that matters. */
  alone?: string[]
  /** What was carried and is not here, being too much; absent when nothing was left out. */
  left?: Left
}

/** What a limit left out of a profile. */
export interface Left {
  /** Letters of its texts. */
  letters: number
  links: number
  pictures: number
}

/** The result of reading one answer. `signal` names what proved the outcome. */
export interface Reading {
  outcome: Outcome
  signal: string
  /** Present when `outcome` is `ok`, `private` or `age_gate` and something was carried. */
  profile?: Profile
  /** Of its owner next to nothing is seen, and scripts may yet draw more. */
  isDrawn?: true
  /** One more request that completes the reading; its answer goes to `readNext`. */
  next?: HttpRequest
}

/**
 * One site. Pure: it recognises its addresses, says what to ask, and reads the answer. Adding one is an entry of `sites/table.ts`, or
 * this shape in `sites/<id>.ts` where code is needed, and `fixtures/platforms/<id>/`.
 */
export interface Platform {
  id: string
  label: string
  kind: PlatformKind
  /** Hosts it claims; a host claims its subdomains too. No host is claimed twice. */
  hosts: readonly string[]
  /** Its addresses are known by their path on hosts that nobody claims too. */
  isAnywhere?: true
  /** The profile that this address shows, or null when it is another kind of page of the site. */
  recognise(url: URL): Target | null
  /** Whose page this is, where the address names its author otherwise than in front: `/<post>/<name>`. */
  authorOf?(url: URL): Target | null
  /**
   * The profile that somebody of this handle would have, null where nobody can. Only of sites whose answer to it tells without doubt:
   * 404 or 410 where nobody has the handle, and a page that names it where somebody has.
   */
  lookUp?(handle: string): Target | null
  /** A title or description in which nobody speaks: what the site writes about every account. */
  isOwnWords?(text: string): boolean
  request(target: Target): HttpRequest
  read(response: PageResponse, target: Target): Reading
  /** Merges the answer to `next` into the first reading. */
  readNext?(response: PageResponse, target: Target, first: Reading): Reading
}
