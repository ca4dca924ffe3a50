/**
 * A shape as a client must expect it: wherever the contract lists words, a newer server may send others. They pass
 * through unchanged, so code needs a branch for words that it does not know.
 */
export type Open<T> = T extends string
  ? string extends T
    ? T
    : T | (string & {})
  : T extends object
    ? { [K in keyof T]: Open<T[K]> }
    : T
