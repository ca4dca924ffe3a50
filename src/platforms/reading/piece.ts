/** Whose words a string of an answer is, as far as the names on its way tell. */
export type Role = 'owner' | 'visitor' | 'site' | 'hidden' | 'unknown'

/** One string of an answer that a person would read or follow, and where it stood. */
export interface Piece {
  kind: 'text' | 'link'
  value: string
  /** Keys from the root of its state, list places as numbers: `data/user/posts/3/caption`. */
  path: string
  role: Role
  /** It stands in a record that names the profile: no word of anybody else's, however its keys are called. */
  named: boolean
}
