import type { PlatformKind } from '../platform.ts'

/** How a site says what became of a profile. */
export interface Words {
  title?: RegExp
  /** In the text of a page that holds little else. */
  text?: RegExp
  /** By sending the visitor to this path. */
  sentTo?: RegExp
}

/** A site whose profiles are pages like any other: all that there is to know about it, as data. */
export interface SiteEntry {
  id: string
  /** As the site calls itself: also the furniture of its titles. */
  label: string
  kind: PlatformKind
  /** A host claims its subdomains too. */
  hosts: readonly string[]
  /**
   * Where profiles stand, the usual place first: `https://host/user/<handle>`. `<handle>` may stand in a subdomain or be a piece of a
   * part (`@<handle>`), `<host>` is any of `hosts`, `<slug>` a part that repeats in words what an id says. An address is known
   * below `www`, `m` and languages too, with or without a language in front of the path.
   */
  profile: readonly [string, ...string[]]
  /** Other addresses of what stands in the first place. */
  also?: readonly string[]
  /** The whole handle, or the id where addresses hold no handle. */
  handle: RegExp
  /** The site makes no difference between capital and small letters of a handle. */
  ignoresCase?: true
  /** Pages of the site itself that could be handles, beside those that all sites have: lower case, parted by blanks. */
  reserved?: string
  /** Pages below a profile that show the same profile. */
  tabs?: RegExp
  /** What is there is adult throughout; or only on these of its hosts. The pack's `adult_hosts` must say so too. */
  adult?: true | readonly string[]
  /** Titles that name the site and nobody on it. Default: the label, with whatever follows a mark. */
  brand?: RegExp
  /** What the site writes around the name in a title; the first group is the name. Default: `Name | Label` and its kin. */
  title?: RegExp
  /** Descriptions and titles that are the site's own words and nobody's bio. */
  ownWords?: RegExp
  /** Absent: not seen, or said in the words that all sites use. */
  gone?: Words
  /** It says 404 of profiles that visitors may not see too, so that a 404 tells nothing. */
  hidesAsGone?: true
  banned?: Words
  private?: Words
  ageGate?: Words
  /** Take the links of the page that leave the site and stand outside its frame. */
  links?: true
  /** The first place answers 200 and names the handle where somebody has it, and 404 or 410 where nobody has. Never guessed. */
  tellsAbsence?: true
}
