/**
 * What goes out and what comes back, as plain data. `net/` produces these; platforms, search engines and policy only read
 * them, so a recorded answer tests a reader whole.
 */

import type { Exchange } from './exchange.ts'
import { type Carried, NOTHING_CARRIED } from './piece.ts'

/** One outgoing request, as an adapter asks for it. `net/` adds identity, limits and the address guard. */
export interface HttpRequest {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** What the adapter expects; sets `accept`. Default `html`. */
  accept?: 'html' | 'json'
}

/** One step of a redirect chain: the address that answered, and where it sent us. */
export interface Hop {
  url: string
  status: number
  location: string
  kind: 'http' | 'meta_refresh' | 'script'
}

export interface PageLink {
  /** Absolute, http(s) only, resolved against the document's base. */
  url: string
  /** Visible text, alt or aria-label; blanks collapsed, at most 300 characters. */
  text: string
  rel: string
  /** True when the anchor stands in markup that a visitor cannot see. */
  hidden: boolean
  /** It stands in what the site shows on every page: a `nav` or `footer` that belongs to no article and not to the main part, a cookie notice. */
  furniture?: true
  /** It stands among what visitors wrote. */
  ofVisitor?: true
}

/** A part of a page's visible text that its visitors wrote, or that stands on every page of the site. UTF-16 units. */
export interface Aside {
  role: 'visitor' | 'site'
  from: number
  to: number
}

/** What the HTML parser keeps of a page. Everything is bounded; nothing here is trusted. */
export interface ParsedPage {
  title: string
  lang: string
  canonical: string | null
  /** Lower-cased `name`, `property`, `itemprop` or `http-equiv` → content values in order. */
  meta: Record<string, string[]>
  links: PageLink[]
  images: { url: string; alt: string }[]
  /** Parsed `application/ld+json` blocks, flattened out of arrays and `@graph`. */
  jsonLd: unknown[]
  /** Texts of scripts that carry state: with an id, of a JSON type, or assigning a global; and JSON that stands in attributes. */
  scripts: { id: string; type: string; text: string }[]
  /** Visible text; block elements separated by newlines, blanks collapsed. */
  text: string
  /** Parts of `text` that are not its owner's, in order. */
  asides: Aside[]
  /** Texts of attributes of what is visible, in which something may be said: `alt`, `aria-label`, `title`, `data-…`. */
  attributeTexts: { name: string; text: string; aside?: Aside['role'] }[]
  /** Every text and link beside its anchors, with where it stood. */
  carries: Carried
  /** What comes to be seen when a tab, a dialog or a "read more" is opened, or as it fades in; absent when nothing does. */
  revealedText?: string
  /** Text that a visitor does not see: comments, display:none, zero-size, aria-hidden traps. */
  hiddenText: string
  /** Targets of meta refresh and of plain script redirects, absolute. */
  refresh: string | null
  scriptRedirect: string | null
  /** A form with a password field stands in the page. */
  hasPasswordField: boolean
  /** What whoever sees the page may fill in: a password, words of any kind, a widget that wants to know whether they are human; absent where there is nothing. */
  asks?: { password?: true; words?: true; human?: true }
  /** Scripts of the site's own, or of the page itself, may draw what is not in it yet; absent where none would. */
  isDrawn?: true
  /**
   * More is still to come: it says that it is busy, or a script of its own fetches something and shows it (`always`); or an application has an empty
   * place in it, which may be filled from its state (`without_state`). Absent where nothing tells.
   */
  waits?: 'always' | 'without_state'
  /** Pictures that scripts paint: what they show is in no file that could be looked at. Absent where there are none. */
  painted?: number
  /** What was beyond the limits of number and length; absent when nothing was. */
  left?: { links: number; images: number }
  /** True when a limit (size, depth, count of links) cut the page short. */
  truncated: boolean
}

/** A page of which nothing could be read. */
export function emptyPage(): ParsedPage {
  return {
    title: '',
    lang: '',
    canonical: null,
    meta: {},
    links: [],
    images: [],
    jsonLd: [],
    scripts: [],
    text: '',
    asides: [],
    attributeTexts: [],
    carries: NOTHING_CARRIED,
    hiddenText: '',
    refresh: null,
    scriptRedirect: null,
    hasPasswordField: false,
    truncated: true,
  }
}

export interface PageResponse {
  requestedUrl: string
  finalUrl: string
  status: number
  /** Lower-cased names; only those that matter for reading and evidence. */
  headers: Record<string, string>
  hops: Hop[]
  contentType: string
  /** Decoded size in bytes. */
  bytes: number
  truncated: boolean
  /** The time was over before its end: `truncated`, too. */
  outOfTime?: true
  /** Hex SHA-256 of the decoded body as kept. */
  sha256: string
  /** ISO 8601 UTC. */
  fetchedAt: string
  durationMs: number
  /** Set for HTML. */
  page: ParsedPage | null
  /** Parsed body for JSON content types, else `undefined`. */
  json: unknown
  /** What a JSON answer carries; of HTML its page says it. */
  carries?: Carried
  /** Raw text for text types other than HTML and JSON, at most 256 KiB; else empty. */
  text: string
  /** Set when the page is what a browser made of it: `sha256` and `bytes` are of the document after its scripts. */
  via?: 'browser'
  /** Fetched by an earlier scan: `fetchedAt` says when. */
  shared?: true
  /** The decoded body as kept, of which `sha256` is the hash; only when it was asked for. */
  body?: Uint8Array
  /** How it was asked for; with `body` alone, and not of what an earlier scan has fetched. */
  exchange?: Exchange
}

/** Why nothing came back. Recorded in coverage as it is. */
export type FetchFailure =
  | 'timeout'
  /** There is no such name, or it has no addresses. */
  | 'dns_error'
  /** No name server said whether there is such a name. */
  | 'dns_unavailable'
  /** This machine has no way to other networks: nothing is known of the site. */
  | 'no_route'
  | 'connect_error'
  | 'tls_error'
  | 'blocked_address'
  | 'invalid_url'
  | 'redirect_loop'
  | 'too_many_redirects'
  | 'unsupported_encoding'
  | 'protocol_error'
  | 'robots'
  /** robots.txt could not be had, so that nobody knows whether the page may be asked for. */
  | 'robots_unreachable'
  | 'rate_limited'
  /** This process or its machine had no file descriptors, ports or memory left to ask with: nothing is known of the site. */
  | 'out_of_resources'
  | 'aborted'

export type FetchResult =
  | { ok: true; response: PageResponse }
  | { ok: false; reason: FetchFailure; detail: string; url: string; hops: Hop[]; durationMs: number }

/** The only outbound door, as the rest of the service sees it. */
export type FetchPage = (request: HttpRequest, options?: FetchOptions) => Promise<FetchResult>

export interface FetchOptions {
  signal?: AbortSignal
  /** `declared` is our own honest agent; `browser` an ordinary one, only to see what people are shown. Default `declared`. */
  as?: 'declared' | 'browser'
  /** Ask robots.txt first. Default false. */
  robots?: boolean
  /** Total time for the request with all its redirects. */
  timeoutMs?: number
  /** Hand over the body's bytes too. Default false. */
  body?: boolean
  /** Ask the site itself, also when another scan did a moment ago. Default false. */
  fresh?: boolean
  /** Which private places are open: what is listed for the search engine is for no page. Default `collection`. */
  door?: 'collection' | 'search'
}

/** Why a browser brought nothing back. */
export type RenderFailure =
  | FetchFailure
  | 'browser_busy'
  | 'browser_crashed'
  | 'browser_failed'
  /** The page took more memory than the browser may hold. */
  | 'browser_memory'
  | 'not_html'

export type RenderResult =
  | {
      ok: true
      response: PageResponse
      /** When it was asked for and could be taken. */
      screenshot: Screenshot | null
      /** Requests of the page that were refused or led nowhere, by reason. */
      refused: Record<string, number>
    }
  | { ok: false; reason: RenderFailure; detail: string; url: string; hops: Hop[]; durationMs: number }

/** How a page looked: a JPEG of its top. */
export interface Screenshot {
  sha256: string
  /** ISO 8601 UTC. */
  takenAt: string
  bytes: number
  /** The page goes on below. */
  cut: boolean
  /** The JPEG itself; only when bodies were asked for. */
  body?: Uint8Array
}

/** Opens a page in a browser, lets its scripts run and reads what stands there then. */
export type RenderPage = (url: string, options?: RenderOptions) => Promise<RenderResult>

export interface RenderOptions {
  signal?: AbortSignal
  /** For the whole visit. Default 8,000. */
  timeoutMs?: number
  screenshot?: boolean
  /** False: its document is of no interest, and `page` stays null. Default true. */
  read?: boolean
  /** Ask robots.txt before every navigation. Default false. */
  robots?: boolean
  /** Give up as `browser_busy` when no place is free after so long. Default: waits. */
  queueMs?: number
  /** The way that led to this address already; the result tells it as part of its own. */
  cameBy?: { url: string; hops: Hop[] }
  /** Hand over the bytes of the document and of the screenshot too. Default false. */
  body?: boolean
}
