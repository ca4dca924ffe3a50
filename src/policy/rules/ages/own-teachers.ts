import type { Span } from '../../text/text-views.ts'

/** "My maths", "meine", "ma": right before whom somebody has. */
const MINE =
  /(?<!\p{L})(?:my|our|mis?|nuestr[oa]s?|meus?|minhas?|noss[oa]s?|mon|ma|mes|notre|nos|meine?[rmn]?|unsere?[rmn]?|(?:il |la |i |le )?(?:mi[oa]|miei|nostr[oa])|mijn|onze?|moj|moja|moi|nasz[ae]?|мои|моя|наш|наша|мій|min|mina|var|vara) (?:(?!(?:the|an?|el|la|le|der|die|das)(?!\p{L}))\p{L}{2,12} ){0,2}$/u
/** Those whom one has as a teacher or a parent. */
const THE_YOUNG =
  /^(?:my |the )?(?:students?|pupils?|children|class(?:es)?|alumn\p{L}*|alunos|eleves|schuler\p{L}*|alunni|leerlingen|uczni\p{L}*|ученик\p{L}*|учн\p{L}*|elever|elevii?)(?!\p{L})/u
/** What a teacher did once, a grown-up remembers: "in 8th grade my teacher told me to write". */
const ONCE =
  /^\p{L}{0,3} (?:always |once |never |then |me |mir |mi |m')?(?:told|was|were|taught|said|made|gave|had|used to|showed|called|thought|believed|encouraged|inspired|war|hat|sagte|gab|dijo|decia|enseno|era|disse|ensinou|a dit|a appris|etait|ha detto|ha insegnato|zei|was|heeft|powiedzial\p{L}?|byla?|сказал\p{L}?|была?)(?!\p{L})/u
/** UTF-16 units. */
const FAR = 40

/**
 * Whether words for who teaches or raises the young name somebody of their author's: "my maths teacher is strict" says a pupil, and "I'm a teacher" a
 * grown-up. `text` is a view.
 */
export function isOwnTeacher({ start, end }: Span, text: string): boolean {
  return (
    MINE.test(text.slice(Math.max(0, start - FAR), start)) &&
    !THE_YOUNG.test(text.slice(start, end)) &&
    !ONCE.test(text.slice(end, end + FAR))
  )
}
