/** What a pack says of a word. */
export interface WordUse {
  /** How many terms hold it. */
  count: number
  /** What a rule is about: an act or an object, and no price, place or excuse. */
  isStrong: boolean
  /** The languages whose terms hold it, a bit each. */
  languages: number
}
