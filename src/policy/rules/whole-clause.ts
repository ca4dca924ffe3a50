import type { Span } from '../text/text-views.ts'

/**
 * Whether two parts of a rule are a clause from end to end, and a claim of its author's: "all G are X", "I think G are X", "I hate G". What only speaks of such a claim goes on behind it or leads up to
 * it ("people who think that G are X are wrong", "I hate how G are treated"). `text` is a view.
 */
export function isWholeClause(parts: readonly Span[], text: string): boolean {
  const [first, second] = parts.toSorted((a, b) => a.start - b.start)
  if (first === undefined || second === undefined) return false
  return (
    BEGINS.test(text.slice(Math.max(0, first.start - LEAD), first.start)) &&
    BETWEEN.test(text.slice(first.end, second.start)) &&
    ENDS.test(text.slice(second.end, second.end + TRAIL))
  )
}

/** UTF-16 units. */
const LEAD = 60
const TRAIL = 40

/** Before a group, and before a noun that stands for one. */
const STRESS = `(?:all|(?:those |these |such )?kinds? of|you|every|each|most|those|these|the|such|fucking|fuckin|damn|goddamn|bloody|dirty|filthy|stupid|disgusting|of|them|todos?|todas?|los|las|el|la|esos|esas|putos?|putas?|malditos?|malditas?|a|os|as|esses|essas|tous|toutes|ces|les|des|sales?|putains? de|alle|all die|diese|die|verdammten?|scheiss|dreckigen?|tutti|tutte|quei|questi|i|gli|le|quegli|maledett[ie]|deze|al die|de|vuile|wszyscy|wszystkich|wszystkie|ci|tych|te|все|всех|эти|этих)`
const BEGINS = new RegExp(
  String.raw`(?:^|[.!?;:,\n…] ?|["“„«] ?|\p{Extended_Pictographic} ?|(?<![\p{L}])(?:and|but|because|cause|so|y|pero|porque|e|mas|et|mais|car|und|aber|weil|denn|ma|perche|en|maar|want|i|ale|bo|и|но|а|honestly|frankly|basically|obviously|clearly|truth is|let's be honest|let's face it|face it|seriously|i swear|(?:i|we|you) (?:all |really |honestly |truly |just |still |strongly |do ){0,3}(?:think|believe|know|feel|say|said|swear)(?: that)?|everyone knows(?: that)?|everybody knows(?: that)?|to my mind|in my (?:opinion|view|eyes|book)|if you ask me|why is it that|(?:isn't it|it'?s) (?:clear|obvious)(?: that)?|am i wrong to (?:think|say|believe)(?: that)?|am i the only one who (?:thinks|believes|says)(?: that)?|(?:creo|pienso|opino) que|todo el mundo sabe que|(?:acho|penso|acredito) que|todos sabem que|je (?:pense|crois|trouve) que|tout le monde sait que|ich (?:finde|denke|glaube)(?: dass)?|jeder weiss,? dass|(?:penso|credo) che|tutti sanno che|ik (?:vind|denk)(?: dat)?|mysle,? ze|uwazam,? ze|думаю,? что|считаю,? что)[,:]? )(?:${STRESS} ){0,3}$`,
  'u',
)
/** "Muslims like you are …", "I hate all of those …". */
const LIKE = `(?:(?:like|such as) (?:you|them|him|her|that|those|these)|como (?:tu|ellos|ellas|voce|eles|esos)|comme (?:toi|vous|eux|ca)|wie (?:du|ihr|die|dich|euch)|come (?:te|voi|loro)|zoals (?:jij|jullie|zij)|jak (?:ty|wy|oni))`
/** Behind what names a group in one word. */
const PEOPLE =
  '(?:people|persons|folks?|men|women|kids|personas|pessoas|gente|personnes|gens|leute|menschen|persone|mensen|lieden|ludzie|люди)'
const BETWEEN = new RegExp(`^ ?(?:${PEOPLE} )?(?:${LIKE} )?(?:${STRESS} ){0,3}$`, 'u')
const ENDS = new RegExp(
  String.raw`^(?: ${PEOPLE})?(?: (?:back|home|out|away|off|filth|scum|trash|vermin|raus|terug))?(?: (?:like (?:you|them|him|her)|so much|with a passion|from the bottom of my heart|to (?:the core|death)|more than anything|here|tanto|mucho|demais|tellement|so sehr|tantissimo|lol|anyway|period|imo))?[^\p{L}\p{N}'’]{0,3}(?:$|[.!?;:,\n…)"”»]|\p{Extended_Pictographic}| (?:and|but|because|cause|so|y|pero|porque|e|mas|et|mais|car|und|aber|weil|ma|perche|en|maar|want|i|ale|bo|и|но|they|period|lol)(?!\p{L}))`,
  'u',
)
