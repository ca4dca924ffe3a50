const MAX_KEPT = 8_000
/** Longer ones are no words, and hardly come again. UTF-16 units. */
const LONGEST_KEPT = 400

/**
 * What `make` says of a word and of what it is asked by, which must hang on these alone: honest texts say the same unknown words again and again.
 * Of the last words of each owner the answers are kept.
 */
export function oncePerWord<Owner extends object, T>(
  make: (word: string, owner: Owner) => T,
): (word: string, owner: Owner) => T {
  const made = new WeakMap<Owner, Map<string, { of: T }>>()
  return (word, owner) => {
    if (word.length > LONGEST_KEPT) return make(word, owner)
    const kept = made.get(owner) ?? new Map<string, { of: T }>()
    made.set(owner, kept)
    const known = kept.get(word)
    if (known) return known.of
    const copy = copyOf(word)
    const fresh = make(copy, owner)
    if (kept.size >= MAX_KEPT) kept.clear()
    kept.set(copy, { of: fresh })
    return fresh
  }
}

/** V8 copies what is no longer than that where it is cut out of a text. */
const COPIED = 12

/** What is cut out of a text holds on to all of it. */
function copyOf(word: string): string {
  if (word.length <= COPIED) return word
  return String.fromCharCode(...Array.from({ length: word.length }, (_, i) => word.charCodeAt(i)))
}
