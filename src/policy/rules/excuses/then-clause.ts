import type { ClauseWords } from '../../pack/word-schemas.ts'
import type { Span } from '../../text/text-views.ts'
import { beginsClause, isWholeClause, joinsParts } from './whole-clause.ts'

/**
 * Whether the last parts of a rule are a clause of their own, and what stands before it is about what the first parts name: "G are everywhere. I hate them.", "G never change, so they should die". What "they" are is
 * only sure where that clause begins with them, says little more and names nobody else behind a preposition ("G are beaten by thugs. I hate them."). `text` is a view.
 */
export function isThenClause(parts: readonly Span[], text: string, words: ClauseWords): boolean {
  const sorted = parts.toSorted((a, b) => a.start - b.start)
  const between = (at: number): string => text.slice(sorted[at - 1]?.end, sorted[at]?.start)
  const at = sorted.findLastIndex((_, i) => i > 0 && REST.test(between(i)))
  const [named, then, first] = [sorted[at - 1], sorted[at], sorted[0]]
  if (named === undefined || then === undefined || first === undefined) return false
  const rest = between(at)
  if (NAMES_OTHERS.test(rest)) return false
  const told = sorted.slice(0, at)
  const said = sorted.slice(at)
  // Of several parts the words that join them say whether they are all of it.
  const isAll =
    said.length > 1
      ? isWholeClause(said, text, { words, isSaid: false })
      : ENDS.test(text.slice(then.end, then.end + NEAR))
  if (!isAll) return false
  // Who says of whom they tell names them last, but for the place: "I work with G. I hate them.", "There are G in my street."
  const isCondition = CONDITION.test(text.slice(first.start, first.end))
  if (told.length > 1 && !isCondition && /\p{L}/u.test(rest) && !PLACE.test(rest)) return false
  const gaps = told.slice(1).map(({ start }, i) => text.slice(told[i]?.end ?? start, start))
  return joinsParts(gaps, words) && beginsClause(first, text, words)
}

/** UTF-16 units. */
const NEAR = 12
/** A sentence that ends, or a clause that another follows on. */
const REST =
  /^[^.!?…。！？।؟\n:;"”»]{0,48}(?:[.!?…।؟]{1,3} |[。！？] ?|,? (?:and|but|so|yet|because|that's why|therefore|und|aber|also|deshalb|y|e|pero|asi que|por eso|y por eso|et|mais|donc|alors|c'est pourquoi|ma|quindi|percio|per questo|mas|entao|por isso|en|maar|dus|daarom|i|a|ale|wiec|dlatego|to know(?: that)?|para saber que|pour savoir qu(?:e|')|,? um zu wissen,? dass|per sapere che|om te weten dat|zeby wiedziec,? ze)(?: |$)|, |، ?(?:و|لذلك|لذا|لكن)|，(?:所以|但是?|而且|因此)?| (?:और|लेकिन|इसलिए|aur|lekin|isliye) )$/u
/** "In my street", "at our school": where they are is not who they are. */
const PLACE =
  /^ (?:(?:(?:every|all )?where|here|there|again|now|today|upstairs|downstairs|next door|around here|nearby|aqui|ici|hier|qui|tu|tutaj)|(?:in|at|on|near|en|a|dans|chez|im|am|auf|bei|nel|nella|nell'|al|a|no|na|em|op|bij|w|u) ?(?:\p{L}+ ){0,2}\p{L}+|(?:wohnen|leben|wonen|mieszkaja|रहते हैं|रहती हैं|हैं|rehte hain|rahte hain|rahte hai))(?: now| again)?[.!?…,।，。]/u
/** "Even if G are nice, they are …": of whom it goes on is who the condition is about. */
const CONDITION =
  /^(?:some|several|a (?:few|group|bunch)|algun[oa]s|un[oa]s|vari[oa]s|quelques|certaine?s|einige|ein paar|manche|alcun[ie]|alguns|algumas|uns|umas|enkele|een paar|sommige|kilku|kilka|niektorzy|jacys|بعض|कुछ|kuch|一些|有些|几个|(?:even )?(?:if|when|whenever|though)|although|aunque|si|cuando|incluso|meme si|bien que|quand|lorsque|auch wenn|wenn|immer wenn|obwohl|selbst wenn|falls|anche se|se|quando|sebbene|mesmo|embora|ook al|als|wanneer|hoewel|zelfs als|nawet|jesli|gdy|kiedy|chociaz|choc|حتى|اذا|عندما|رغم|即使|就算|虽然|如果|哪怕|अगर|भले|चाहे|जब|agar|bhale|chahe|jab)(?!\p{L})/u
const NAMES_OTHERS =
  /(?<!\p{L})(?:by|against|from|with|for|than|of|full|who|whom|when|while|von|gegen|mit|durch|wegen|voll|por|contra|con|de los|de las|lleno|par|contre|avec|plein|da|dai|dagli|contro|pieno|pelos|pelas|com|cheio|door|tegen|met|vol|not|never|nicht|no|ne|non|nao|niet|przez|z|od|من|ضد|से|के|被|和)(?!\p{L})|n't(?!\p{L})/u
const ENDS = /^[^\p{L}\p{N}]{0,4}(?:$|[.!?…。！？।,\n]|\p{Extended_Pictographic})/u
