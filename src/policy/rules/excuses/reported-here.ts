import { sentenceAround } from '../../text/sentences.ts'
import type { Span } from '../../text/text-views.ts'

/** By language: somebody, what they do, where the author saw it, and how to answer the author. As the native view writes them. */
const WORDS: readonly { who: string; deals: string; where: string; answer: string }[] = [
  {
    who: 'some(?:one|body)|some (?:guy|user|man|account|bot)|(?:a|this) (?:guy|user|man|account|bot)',
    deals: '(?:sells?|selling|trades?|trading|swaps?|shares?|sharing|posts?|posting|offers?|offering)',
    where:
      '(?:on|in) (?:this|the|that|our) (?:\\p{L}+ )?(?:server|group|channel|discord|app|site|chat|forum|subreddit|platform)|(?:on|in) here',
    answer: '(?:dm|pm|message|text|write|contact|tell)(?: to)? (?:me|us|the mods?)',
  },
  {
    who: 'jemand|ein (?:typ|mann|nutzer|user)',
    deals: '(?:verkauft|tauscht|teilt|postet|bietet)',
    where:
      '(?:auf|in) (?:diesem|dieser|unserem|unserer|dem|der) (?:server|gruppe|kanal|chat|forum|seite|app)',
    answer: '(?:schreib|schreibt|meldet euch|sagt)(?: (?:mir|uns|bei mir))',
  },
  {
    who: 'alguien|un (?:tipo|usuario|hombre)',
    deals: '(?:vende|intercambia|cambia|comparte|ofrece|publica)',
    where: 'en (?:este|esta|el|la|nuestro) (?:servidor|grupo|canal|chat|foro|pagina|app)',
    answer: '(?:escribanme|escribidme|escribeme|escribanme|avisadme|avisenme)',
  },
  {
    who: 'alguem|um (?:cara|usuario|homem)',
    deals: '(?:vende|troca|compartilha|oferece|posta)',
    where: '(?:nest[ea]|ness[ea]|n[oa]) (?:servidor|grupo|canal|chat|forum|pagina|app)',
    answer: '(?:me chamem|me chama|me escrevam|me avisem|falem comigo)',
  },
  {
    who: "quelqu'un|un (?:type|mec|homme|utilisateur)",
    deals: '(?:vend|echange|partage|propose|poste)',
    where: '(?:sur|dans) (?:ce|cette|notre|le|la) (?:serveur|groupe|canal|chat|forum|page|appli)',
    answer: '(?:ecrivez-moi|ecris-moi|contactez-moi|dites-moi|prevenez-moi)',
  },
  {
    who: 'qualcuno|un (?:tizio|tipo|utente|uomo)',
    deals: '(?:vende|scambia|condivide|offre|posta)',
    where: '(?:in|su) (?:questo|questa|nostro) (?:server|gruppo|canale|chat|forum|pagina|app)',
    answer: '(?:scrivetemi|scrivimi|contattatemi|avvisatemi)',
  },
  {
    who: 'iemand|een (?:man|gast|gebruiker)',
    deals: '(?:verkoopt|ruilt|deelt|biedt|plaatst)',
    where: '(?:op|in) (?:deze|dit|onze) (?:server|groep|kanaal|chat|forum|pagina|app)',
    answer: '(?:stuur|app|schrijf|meld)(?: (?:me|mij|het mij|ons))',
  },
  {
    who: 'ktos|jakis (?:typ|facet|uzytkownik)',
    deals: '(?:sprzedaje|wymienia|udostepnia|oferuje|wrzuca)',
    where: '(?:na|w) (?:tym|tej|naszym|naszej) (?:serwerze|grupie|kanale|czacie|forum|stronie)',
    answer: '(?:napiszcie|piszcie|napisz)(?: do (?:mnie|nas))',
  },
  {
    who: 'кто-то|какои-то (?:тип|мужик)',
    deals: '(?:продает|меняет|обменивает|обменивается|выкладывает|предлагает|раздает)',
    where: '(?:на|в) (?:этом|этои|нашем|нашеи) (?:сервере|группе|канале|чате|форуме)',
    answer: '(?:напишите|пишите)(?: (?:мне|нам))',
  },
  {
    who: 'biri|birisi',
    deals: '',
    where: 'bu (?:sunucuda|grupta|kanalda|sohbette)',
    answer: '(?:bana yazin|bana yazsin|bana haber verin)',
  },
]

/** Whoever deals by another's hand says what for: "dm me for the link". */
const KNOWS =
  '(?: (?:if|wenn|falls|si|se|als|jesli|если)(?: (?:you|u|ihr|du|lo|le|vous|tu|je|voces?|wiecie|вы))? (?:know|knows|have seen|saw|recogni[sz]e|wisst|kennt|sabeis|saben|conocen|savez|connaissez|sapete|conoscete|sabem|conhecem|weet|weten|kent|wiecie|znacie|знаете)[^.!?\\n]{0,60})?'
const PRIVATELY = '(?: (?:in|en|per|na|no|в) (?:dm|dms|mp|md|pn|pv|prive|privado|privato|priv|лс))?'

const NO_PRICE = String.raw`[^\p{L}\p{N}€$£]*`

const REPORTED = WORDS.map(
  ({ who, deals, where, answer }) =>
    new RegExp(
      deals === ''
        ? String.raw`^\P{L}*(?:(?:${who}) (?:${where})|(?:${where}) (?:${who}))(?!\p{L})[^.!?\n]{0,80}[,;:] ?(?:${answer})${PRIVATELY}${NO_PRICE}$`
        : String.raw`^\P{L}*(?:${who})(?: \p{L}+){0,2}? ${deals}(?!\p{L})[^.!?\n]{0,80}? (?:${where})[,;:]? (?:(?:please|bitte|por favor|s'il vous plait) )?(?:${answer})${PRIVATELY}${KNOWS}${NO_PRICE}$`,
      'u',
    ),
)

/**
 * Whether a sentence says that somebody deals in a place that its author shares with its readers, and asks for nothing but an answer: "someone trades … on this server, dm me". A price or what the
 * answer is for ("dm me for the link") is an offer by another's hand.
 */
export function isReportedHere(match: Span, text: string): boolean {
  const { start, end } = sentenceAround(text, match)
  const said = text.slice(start, end)
  return MAY_BE_REPORTED.test(said) && REPORTED.some((words) => words.test(said))
}

const MAY_BE_REPORTED = new RegExp(
  `^\\P{L}*(?:${WORDS.map(({ who, where }) => `${who}|${where}`).join('|')})`,
  'u',
)
