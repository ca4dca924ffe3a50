import { sentenceAround } from '../../text/sentences.ts'
import type { AtomHits } from '../atom-hits.ts'
import type { RuleMatch } from '../match-text-rule.ts'

/** Who "nobody" and "somebody" are that a clause begins with: what is done to nobody is not done, and of what somebody did to its author the author tells. */

/** UTF-16 units. */
const LEAD = 70
const NOBODY =
  '(?:nobody|no one|no-one|nadie|ninguem|personne|niemand|nessuno|nikt|nikogo|никто|никого|nimeni|ingen|kimse)'
/** What joins nobody and what is not done to them: "is ever … in my", "wird auf". */
const JOINS =
  "(?:is|are|was|were|will|be|been|being|gets?|ever|in|on|at|my|our|a|the|es|sera|esta|en|un|una|mis?|los|las|e|foi|em|no|na|nos|nas|um|uma|meus|minhas|ne|n'est|n'a|est|sera|dans|sur|des|mes|une|wird|ist|auf|in|im|meinen|viene|nei|nelle|miei|mie|wordt|op|mijn|nie|jest|w|na|moich|не|на|во|моих)"
/** To be filmed or shown. */
const SHOWN =
  "(?:shown|seen|filmed|recorded|photographed|posted|appears?|videos?|sale|aparece|grabad[oa]|filmad[oa]|mostrad[oa]|sai|gravad[oa]|filme|montre|n'apparait|apparait|kommt|gefilmt|gezeigt|appare|ripres[oa]|filmat[oa]|komt|getoond|pojawia sie|nagrywany|попадает|появляется|снимаем|снимают|видео)"
const DONE_TO_NOBODY = new RegExp(
  String.raw`(?<!\p{L})${NOBODY}(?: ${JOINS}){0,4} ${SHOWN}(?! (?:and|y|et|und|и)(?!\p{L}))(?<rest>[^.!?;:,|\n]{0,40})$`,
  'u',
)
const MAY_BE_NOBODY = new RegExp(NOBODY, 'u')
const SAYS_I = /(?<!\p{L})(?:i|i'm|yo|eu|je|j'ai|ich|io|ik|ja|я)(?!\p{L})/u

/** Whether an act is done to nobody, for nobody is filmed or shown: "nobody is filmed without asking", but not "nobody knows that she is filmed". */
export function isDoneToNobody({ act, parts }: RuleMatch, text: string): boolean {
  return [act, ...parts].some(({ start, end }) => {
    const said = text.slice(Math.max(0, start - LEAD), end)
    if (!MAY_BE_NOBODY.test(said)) return false
    const rest = DONE_TO_NOBODY.exec(said)?.groups?.rest
    return rest !== undefined && !SAYS_I.test(rest)
  })
}

const NOT_ANYBODY =
  "(?:nobody|no one|no-one|(?:never|not|don't|dont) (?:\\p{L}+ )(?:anyone|anybody|people|strangers|others)|a nadie|nadie|ninguem|personne|niemand(?:en)?|nessuno|nooit (?:mensen|iemand|anderen)|nikogo|nikt|никого|никто|kimseyi|kimse|pe nimeni|ingen)"
const WITHOUT =
  '(?:without|unless|sin|sem|sans|ohne|senza|zonder|bez|без|izinsiz|izni olmadan|rizasi olmadan|fara|utan)'
/** "Niemand wird ohne Einwilligung gefilmt", "never film anyone without asking": who is without is nobody, and nothing joins another clause in between. */
const DENIED_OF_ALL = new RegExp(
  String.raw`(?<!\p{L})${NOT_ANYBODY}(?: (?!(?:and|but|y|pero|e|mas|et|mais|und|aber|i|ale|и|но|ve|ama|en|maar|knows?|asked|signed|agreed|sabe|firmo|weiss|weiß|sait|sa|weet|wie|знает|biliyor)(?!\p{L}))[\p{L}\p{M}'’-]+){0,6} ${WITHOUT}(?!\p{L})`,
  'u',
)
const WITHOUT_THEM = new RegExp(String.raw`(?<!\p{L})${WITHOUT}(?!\p{L})`, 'gu')

/** Whether all that a match has without consent is denied of everybody in its sentence. */
export function isDeniedOfAll(match: RuleMatch, text: string): boolean {
  const { start, end } = sentenceAround(text, match)
  const said = text.slice(start, end)
  return DENIED_OF_ALL.test(said) && said.match(WITHOUT_THEM)?.length === 1
}

const BY_SOMEBODY =
  /(?:^|[.!?,;:\n(“"] ?|(?<!\p{L})(?:and|because|that|when|y|que|e|et|und|dass|weil|ze|bo|что|но) )(?:someone|somebody|alguien|alguem|quelqu'un|jemand|qualcuno|iemand|ktos|кто-то|birisi|cineva|nagon)(?<told>(?: [\p{L}\p{M}'’-]+){0,5}) ?$/u
const MAY_BE_SOMEBODY =
  /someone|somebody|alguien|alguem|quelqu'un|jemand|qualcuno|iemand|ktos|кто-то|birisi|cineva|nagon/u
/** What is the author's own, or somebody of their family; a partner is who such pictures are shown of. */
const OF_THE_AUTHOR =
  /(?<!\p{L})(?:my|our|mis?|nuestr[oa]s?|meus?|minhas?|noss[oa]s?|mon|ma|mes|nos|meine?[mnrs]?|unsere?[mnrs]?|mi[oae]|miei|mijn|onze?|moj[aei]|moich|мои|моя|мое|мою|моих) (?!(?:ex|wife|girlfriend|gf|novia|mujer|namorada|mulher|copine|femme|freundin|frau|ragazza|moglie|vriendin|vrouw|dziewczyn\p{L}|zon\p{L}|девушк\p{L}|жен\p{L}|step\p{L}+)(?!\p{L}))\p{L}/u

/** Whether the author tells of what somebody did to them or theirs, and offers nothing: no price and no contact stands in the sentence. */
export function isDoneToAuthor(match: RuleMatch, hits: AtomHits, offers: readonly string[]): boolean {
  const { text } = hits.view
  const lead = text.slice(Math.max(0, match.start - LEAD), match.start)
  if (!MAY_BE_SOMEBODY.test(lead)) return false
  const told = BY_SOMEBODY.exec(lead)?.groups?.told
  if (told === undefined || !OF_THE_AUTHOR.test(`${told} ${text.slice(match.start, match.end)}`)) return false
  const sentence = sentenceAround(text, match)
  return !offers.some((atom) =>
    hits.of(atom).some(({ start, end }) => start >= sentence.start && end <= sentence.end),
  )
}
