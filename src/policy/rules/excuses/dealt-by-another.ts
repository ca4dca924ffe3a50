import { beginsWord } from '../../text/begins-word.ts'
import { sentenceAround } from '../../text/sentences.ts'
import type { AtomHits } from '../atom-hits.ts'
import type { RuleMatch } from '../match-text-rule.ts'

/**
 * Whether a sentence begins with somebody else who sells or offers what a match names: "my neighbour sells …, 40 a gram", "er verkauft …", "people keep offering me …".
 * Whoever says "I" in it, or how to reach somebody, deals with them; who is offered as a body ("my girls offer …") is not meant by it.
 */
export function isDealtByAnother(match: RuleMatch, hits: AtomHits): boolean {
  const { text } = hits.view
  const { start, end } = sentenceAround(text, match)
  const lead = text.slice(start, match.end)
  if (!mayDeal(lead)) return false
  const dealt = DEALT.map((words) => words.exec(lead)?.[0]).find((said) => said !== undefined)
  if (dealt === undefined || SPEAKS_TOO.test(text.slice(start + dealt.length, end))) return false
  return !REACHED.some((atom) =>
    hits.of(atom).some((hit) => hit.start >= start && hit.end <= Math.max(end, match.end) + NEXT_SENTENCE),
  )
}

/** How to reach whoever deals; the name of a messenger alone reaches nobody. */
const REACHED = ['re.phone', 're.handle', 'lex.contact']
/** UTF-16 units. */
const NEXT_SENTENCE = 60

const SPEAKS_TOO =
  /(?<![\p{L}'’])(?:i|i'm|me|we|us|ich|wir|yo|nosotros|je|nous|io|noi|eu|nos|ik|wij|ja|my|я|мы)(?!\p{L})(?! (?:cousin|brother|sister|friend|mate|son|daughter|kid|neighbou?r|dad|mum|mom|ex))/u

/** By language: who it may be, and what they do. As the native view writes them. */
const WORDS: readonly { who: string; deals: string }[] = [
  {
    who: '(?:my|our|his|her|their) (?:\\p{L}+ )?(?:neighbou?rs?|ex|cousin|brother|uncle|landlord|roommate|flatmate|housemate|boss|coworker|colleague|classmate|stalker)|(?:the|a|an|this|that|some) (?:\\p{L}+ )?(?:guy|man|dude|bloke|kid|boy|neighbou?r|stranger|dealer|scammer|bot|account|user)(?: next door| upstairs| downstairs| (?:down|across|on|in|from) (?:the )?\\p{L}+)?|some(?:one|body)(?: (?:on|in|at|from|here) ?\\p{L}*)?|people|(?:drug )?dealers|scammers|strangers|bots|he|she|they',
    deals:
      '(?:keeps? |kept |is |are |was |were )?(?:sells?|sold|selling|deals?|dealt|dealing|offers?|offered|offering|promises?|promised)(?: me| us)?|(?:once )?asked (?:me|us|her|him) for',
  },
  {
    who: '(?:mein|meine|unser|unsere|der|ein|eine|dieser) (?:\\p{L}+ )?(?:nachbar(?:in)?|ex|cousin|bruder|onkel|chef|typ|mann|kerl|kollege|mitbewohner|dealer|fremder)|jemand|leute|er|sie',
    deals: 'verkauft|verkaufte|verkaufen|bietet|bot|dealt|vertickt|vertickte',
  },
  {
    who: '(?:mi|nuestro|el|un|una|la|ese) (?:vecin[oa]|ex|prim[oa]|hermano|tio|jefe|tipo|chico|hombre|companero|desconocido)|alguien|el|ella|ellos',
    deals: 'vende|vendia|vendio|venden|ofrece|ofrecia|ofrecio',
  },
  {
    who: "(?:mon|ma|un|une|le|la|ce) (?:voisine?|ex|cousine?|frere|oncle|patron|type|mec|gars|homme|coloc|inconnu)|quelqu'un|il|elle|ils|des gens",
    deals: 'vend|vendait|vendent|propose|proposait|offre|deale',
  },
  {
    who: '(?:(?:il|la) )?(?:mio|mia|un|una|il|quel) (?:vicin[oa]|ex|cugin[oa]|fratello|zio|capo|tipo|ragazzo|coinquilino|sconosciuto)|qualcuno|lui|lei',
    deals: 'vende|vendeva|vendono|offre|offriva|spaccia|spacciava',
  },
  {
    who: '(?:(?:o|a) )?(?:meu|minha|um|uma|o|esse) (?:vizinh[oa]|ex|prim[oa]|irmao|tio|chefe|cara|colega|desconhecido)|alguem|ele|ela|eles',
    deals: 'vende|vendia|vendeu|vendem|oferece|ofereceu',
  },
  {
    who: '(?:mijn|een|de|die) (?:buurman|buurvrouw|ex|neef|broer|oom|baas|gast|man|vent)|iemand|hij|zij|ze',
    deals: 'verkoopt|verkocht|verkopen|biedt|bood|dealt',
  },
  {
    who: '(?:moj|moja|nasz|ten) (?:sasiad(?:ka)?|byly|byla|kuzyn(?:ka)?|brat|wujek|szef|facet|znajomy)|ktos|on|ona|oni',
    deals: 'sprzedaje|sprzedawal[a]?|sprzedaja|oferuje|oferowal[a]?',
  },
  {
    who: '(?:мои|моя|наш|наша|этот|один) (?:сосед(?:ка)?|бывшии|бывшая|брат|кузен|дядя|начальник|знакомыи|тип|мужик)|кто-то|он|она|они',
    deals: 'продает|продавал[а]?|продают|предлагает|предлагал[а]?|толкает',
  },
]

const DEALT = WORDS.map(
  ({ who, deals }) => new RegExp(`^\\P{L}*(?:${who})(?: \\p{L}+){0,2}? (?:${deals})(?!\\p{L})`, 'u'),
)
const mayDeal = beginsWord(new RegExp(`(?:${WORDS.map(({ deals }) => deals).join('|')})(?!\\p{L})`, 'u'))
