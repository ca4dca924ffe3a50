/** Whose words a string of an answer is, as far as the names on its way tell. */
export type Role = 'owner' | 'visitor' | 'site' | 'hidden' | 'unknown'

/** One string of an answer that a person would read or follow, and where it stood. */
export interface Piece {
  kind: 'text' | 'link'
  value: string
  /** Of a link: what its record calls it; empty where it calls it nothing. */
  label: string
  /** Keys from the root of its state, list places as numbers: `data/user/posts/3/caption`; `visible`, `title`, `@aria-label` and `meta/…` of a page. */
  path: string
  /** Of the names between it and the innermost record that names somebody; null when they tell nothing. */
  role: Role | null
  /** The innermost record on its way that names somebody. */
  record: NamingRecord | null
}

/** A record of a state that names an account: its own, or its author's. Whether that is the profile is for its reader to say. */
export interface NamingRecord {
  /** Handles, in small letters without `@`. */
  handles: string[]
  /** Where a handle may stand, and other things too: that they differ tells nothing. */
  alsoNames: string[]
  /** Of the names between this record and the one above. */
  role: Role | null
  /** What it is by its type, when it names nobody that matters. */
  otherwise: Role | null
  above: NamingRecord | null
}

/** What an answer says, beneath its markup and in it. */
export interface Carried {
  /** In the order of the answer. */
  pieces: Piece[]
  /** Letters that a limit left unread. */
  left: number
  /** Links that a limit left out. */
  linksLeft: number
}

/** Of an answer that says nothing, or of which nothing is known. */
export const NOTHING_CARRIED: Carried = { pieces: [], left: 0, linksLeft: 0 }
