/** What a scan has seen: one entry per thing fetched or found. Rules, models and the report read only this. */

export const EVIDENCE_TYPES = [
  'profile',
  'bio',
  'post',
  'image',
  'link',
  'redirect',
  'social_profile',
  'search_result',
  'page',
  'screenshot',
  'document',
] as const
export type EvidenceType = (typeof EVIDENCE_TYPES)[number]

/**
 * How a thing is tied to the creator. `own`: the submitted profile itself. `linked`: one hop from it. `links_back`: an
 * account that links to the submitted profile. `second_hop`: further. `same_handle`: shares the name and nothing else;
 * it is shown and never held against the creator.
 */
export type Binding = 'own' | 'linked' | 'links_back' | 'second_hop' | 'picture' | 'search' | 'same_handle'

/** Where in a thing a text stood. `hidden` is text that a visitor cannot see. */
export type Channel =
  | 'handle'
  | 'name'
  | 'bio'
  | 'post'
  | 'page'
  | 'link_label'
  | 'link'
  | 'snippet'
  | 'hidden'
  | 'picture'

/**
 * What became of an attempt to look. Whatever text is kept beside it counts as said there: all of a page, the front of a private account or of an
 * age gate, and the words of what was taken for a notice or a wall, for a creator can write them too.
 */
export type Outcome =
  | 'ok'
  | 'gone'
  | 'banned'
  | 'private'
  | 'age_gate'
  | 'login_wall'
  | 'bot_challenge'
  | 'rate_limited'
  | 'error'

/** Of these the words are somebody's page, or its front; of the others they may be the site's as well, and only rules are asked about them. */
export const SHOWN: ReadonlySet<Outcome> = new Set(['ok', 'private', 'age_gate'])

export interface EvidenceText {
  channel: Channel
  text: string
}

export interface EvidenceLink {
  url: string
  /** Registrable domain, or the host where there is none. */
  domain: string
  label: string
}

export interface Evidence {
  /** `E1`, `E2`, …: unique in the scan, in order of discovery. */
  ref: string
  type: EvidenceType
  /** The address that was asked for. */
  url: string
  finalUrl: string
  domain: string
  /** Platform id when the address is recognised, else null. */
  platform: string | null
  handle: string | null
  title: string
  outcome: Outcome
  /** The named sign that decided the outcome, e.g. `http_404`, `redirect_to_login`. */
  outcomeSignal: string
  httpStatus: number | null
  capturedAt: string
  /** Of the bytes in the evidence store; null where there are none. */
  sha256: string | null
  /** The page was read, and its bytes could not be kept. */
  notStored?: true
  /** Links followed from the submitted profile: 0 is the profile itself. */
  hop: number
  binding: Binding
  /** `ref` of the evidence that led here; null for the submitted profile. */
  via: string | null
  /** The page names the creator's handle or links to the submitted profile. */
  mentionsCreator: boolean
  linksBack: boolean
  /** Addresses passed on the way, first to last, the final one excluded. */
  redirects: string[]
  texts: EvidenceText[]
  links: EvidenceLink[]
  /** Facts that a platform page states about itself. */
  facts: EvidenceFacts
  /** Addresses of the pictures that a profile shows of itself, the avatar first. */
  pictures?: string[]
  /** Letters on it that its visitors wrote, and that count as nobody's; absent when there are none. */
  ofVisitors?: number
  /** Pictures on it that scripts paint, which nobody can look at without running them; absent when there are none. */
  painted?: number
  /** What limits left out of it; absent when all of it was read. */
  left?: LeftOut
  /** How it looked when it was read in a browser; the bytes lie in the evidence store. */
  screenshot?: { sha256: string; takenAt: string }
}

export interface LeftOut {
  /** It ended at a limit or broke off, so that nobody knows what else there was. */
  isCut: boolean
  /** Letters of its texts. */
  letters: number
  pictures: number
  links: LeftLinks
}

/** Links that nobody looked behind. */
export interface LeftLinks {
  total: number
  /** Links by host, as far as they were told apart. */
  byHost: Record<string, number>
  /** Addresses of the most interesting ones. */
  first: string[]
}

export interface EvidenceFacts {
  adult?: boolean
  verified?: boolean
  /** ISO date of account creation. */
  createdAt?: string
  counts?: Record<string, number>
  /** The page is an article, and this is who publishes it: somebody else than the creator. */
  publisher?: string
  /** Of a picture: the texts of the codes in it. */
  codes?: string[]
  /** Of the submitted profile: what the first of its pictures looks like, 64 hex digits. */
  pictureHash?: string
  /** Of a picture: the profile's own picture that it shows again. */
  samePictureAs?: string
  /** Read after a browser had run the page's scripts. */
  rendered?: boolean
  /** A browser was shown another destination or another kind of page than the declared scanner. */
  cloaked?: { declared: string; browser: string }
}
