/** What an operator's embedding model says of passages. Without one nobody is asked. */
export interface Sense {
  /** What to add to the log odds that a passage resembles a code: from -1 to 1, in tenths; 0 where nothing can be said. */
  shiftOf(text: string, code: string, language: string | null): number
}

/** In log odds: an opinion of one in two becomes one of three in four at most. */
export const MOST_SHIFT = 1

/** A text whose label is known: a wording of a code, or, without one, a harmless text. */
export interface KnownText {
  text: string
  code: string | null
  /** ISO 639-1, or null where nobody can tell. */
  language: string | null
}

/** How well a model tells apart what is labelled. */
export interface Separation {
  texts: number
  /** Of two texts, how often the right one is nearer: .5 is chance. */
  right: number
  /** What the model's word counts for there, 0 to 1; 0 where it may be chance. */
  weight: number
}

/** What a model is worth on the known texts, and what it says of others. */
export interface MeasuredSense {
  /** By code: its wordings against harmless texts. */
  codes: Readonly<Record<string, Separation>>
  /** By language, `unknown` where nobody can tell: wordings to their own code against the other codes. */
  languages: Readonly<Record<string, Separation>>
  shiftOf(point: Float32Array, code: string, language: string | null): number
}

/** Of a group the few nearest texts are heard: one may be odd, and most are about something else. */
const NEIGHBOURS = 3
/** Of fewer texts nothing can be said. */
const LEAST_TEXTS = 12

/**
 * Measures a model on texts whose labels are known, each by the others: what its nearness to the wordings of a code, less that to
 * harmless texts, tells of the code. The model's own word counts for as much as it was then certainly better than chance, for the
 * code and for the language of a passage.
 * @param points of `known`, in their order, of length 1 or 0
 */
export function measureSense(known: readonly KnownText[], points: readonly Float32Array[]): MeasuredSense {
  const groups = new Map<string | null, Float32Array[]>([[HARMLESS, []]])
  for (const [i, { code }] of known.entries())
    groups.set(code, [...(groups.get(code) ?? []), points[i] ?? new Float32Array()])
  const harmless = groups.get(HARMLESS) ?? []
  const read = known.map((each, i) => ({
    ...each,
    near: nearnessToAll(groups, points[i] ?? new Float32Array()),
  }))
  const readHarmless = read.filter(({ code }) => code === HARMLESS)
  const wordings = read.flatMap((each) => (each.code === null ? [] : [{ ...each, code: each.code }]))

  const leanings = new Map(
    [...Map.groupBy(wordings, ({ code }) => code)].map(([code, own]) => [
      code,
      {
        own: own.map(({ near }) => leaning(near, code)),
        harmless: readHarmless.map(({ near }) => leaning(near, code)),
      },
    ]),
  )
  const codes = Object.fromEntries(
    [...leanings].map(([code, of]) => {
      const right = mean(of.own.map((value) => shareBelow(of.harmless, value)))
      return [code, separation(right, Math.min(of.own.length, of.harmless.length))]
    }),
  )
  const languages = Object.fromEntries(
    [...Map.groupBy(wordings, ({ language }) => language ?? 'unknown')].map(([language, texts]) => {
      const right = texts.map(({ near, code }) => {
        const others = [...leanings.keys()].filter((other) => other !== code)
        return shareBelow(
          others.map((other) => near.get(other) ?? 0),
          near.get(code) ?? 0,
        )
      })
      return [language, separation(mean(right), texts.length)]
    }),
  )
  return {
    codes,
    languages,
    shiftOf(point, code, language) {
      const of = leanings.get(code)
      const weight = Math.min(codes[code]?.weight ?? 0, languages[language ?? 'unknown']?.weight ?? 0)
      if (!of || weight === 0 || point.every((value) => value === 0)) return 0
      const value = nearness(point, groups.get(code) ?? []) - nearness(point, harmless)
      const speaksFor = mean(of.own.map((other) => (other <= value ? 1 : 0)))
      const speaksAgainst = mean(of.harmless.map((other) => (other >= value ? 1 : 0)))
      return Math.round(10 * MOST_SHIFT * weight * (speaksFor - speaksAgainst)) / 10 || 0
    },
  }
}

/** The group that harmless texts are of. */
const HARMLESS = null

type Nearness = ReadonlyMap<string | null, number>

function nearnessToAll(
  groups: ReadonlyMap<string | null, readonly Float32Array[]>,
  point: Float32Array,
): Nearness {
  return new Map([...groups].map(([code, group]) => [code, nearness(point, group)]))
}

function leaning(near: Nearness, code: string): number {
  return (near.get(code) ?? 0) - (near.get(HARMLESS) ?? 0)
}

/** The mean cosine of the nearest few, the text itself left out. */
function nearness(point: Float32Array, group: readonly Float32Array[]): number {
  const cosines = group.flatMap((other) => (other === point ? [] : [cosine(point, other)]))
  return mean(cosines.sort((a, b) => b - a).slice(0, NEIGHBOURS))
}

/** Of points one away from the origin. Rounded, so that a report does not hang on the last bit of a sum. */
function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0)
  return Math.round(1000 * sum) / 1000
}

/** Equal ones count half. */
function shareBelow(values: readonly number[], value: number): number {
  return mean(values.map((other) => (other < value ? 1 : other === value ? 0.5 : 0)))
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Two standard errors below what was seen, with one right and one wrong more than was seen. */
function separation(seen: number, texts: number): Separation {
  const right = Math.round(1000 * seen) / 1000
  const likely = (right * texts + 1) / (texts + 2)
  const least = likely - 2 * Math.sqrt((likely * (1 - likely)) / (texts + 2))
  const weight = texts < LEAST_TEXTS ? 0 : Math.max(0, 2 * least - 1)
  return { texts, right, weight: Math.round(100 * weight) / 100 }
}
