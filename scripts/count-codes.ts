/** Codes that a creator must be reported for, and codes that count neither way. */
export interface Labels {
  codes: readonly string[]
  may: readonly string[]
}

export interface CodeCount {
  expected: number
  hit: number
  missed: number
  wrong: number
}

/** Hits, misses and false alarms of every code that is expected or found. */
export function countCodes(
  judged: readonly { labels: Labels; found: readonly string[] }[],
): Map<string, CodeCount> {
  const counts = new Map<string, CodeCount>()
  const countOf = (code: string): CodeCount => {
    const count = counts.get(code) ?? { expected: 0, hit: 0, missed: 0, wrong: 0 }
    counts.set(code, count)
    return count
  }
  for (const { labels, found } of judged) {
    for (const code of labels.codes) {
      const count = countOf(code)
      count.expected++
      if (found.includes(code)) count.hit++
      else count.missed++
    }
    for (const code of found)
      if (!labels.codes.includes(code) && !labels.may.includes(code)) countOf(code).wrong++
  }
  return counts
}

/** 0 to 1; of a code that is neither expected nor found, 0. */
export function f1Of({ hit, missed, wrong }: Pick<CodeCount, 'hit' | 'missed' | 'wrong'>): number {
  return (2 * hit) / Math.max(1, 2 * hit + missed + wrong)
}

/** Mean of F1 over the codes that are expected at least once; null when none is. */
export function macroF1(counts: Map<string, CodeCount>): number | null {
  const f1s = [...counts.values()].filter(({ expected }) => expected > 0).map(f1Of)
  return f1s.length === 0 ? null : f1s.reduce((sum, f1) => sum + f1, 0) / f1s.length
}

/** F1 of all codes together. */
export function microF1(counts: Map<string, CodeCount>): number {
  const sum = { hit: 0, missed: 0, wrong: 0 }
  for (const { hit, missed, wrong } of counts.values()) {
    sum.hit += hit
    sum.missed += missed
    sum.wrong += wrong
  }
  return f1Of(sum)
}
