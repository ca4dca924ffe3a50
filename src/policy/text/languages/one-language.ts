import type { Vocabulary } from '../vocabulary.ts'

/** Of the words that each place may stand for, commonest first, those of the language that most places can be read in. */
export function inOneLanguage(
  places: readonly (readonly string[])[],
  words: Vocabulary,
): (string | undefined)[] {
  // Nobody has to choose.
  if (places.every((candidates) => candidates.length < 2)) return places.map(([only]) => only)
  const votes = new Uint32Array(32)
  for (const candidates of places) {
    const spoken = candidates.reduce((all, word) => all | words.languagesOf(word), 0)
    for (let bit = 0; bit < 32; bit++) if ((spoken & (1 << bit)) !== 0) votes[bit] = (votes[bit] ?? 0) + 1
  }
  const most = 1 << votes.indexOf(Math.max(...votes))
  return places.map(
    (candidates) => candidates.find((word) => (words.languagesOf(word) & most) !== 0) ?? candidates[0],
  )
}
