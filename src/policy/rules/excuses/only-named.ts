import { beginsWord } from '../../text/begins-word.ts'
import { madeOf, overlaps, type Span, type TextView } from '../../text/text-views.ts'
import { CLAUSE_END, CLAUSE_ENDS } from './other-clause.ts'

/**
 * Whether a word that would excuse is only named beside what is offered: whoever might step in is sworn at ("fuck the police"), shut out ("cops stay away"), said to be unable or unwilling
 * ("the law can't touch us"), or asked not to tell ("mods don't report", "report me idc"), and what was banned is the author's own ("got banned again"). Where the clause is about what is offered
 * ("police can't find who trades …"), or others are told of in it, it says something of that.
 */
export function isOnlyNamed(word: Span, parts: readonly Span[], view: TextView): boolean {
  const { text } = view
  const { clause, languages, isNotMine } = standingOf(word, view)
  if (languages.length === 0 || isNotMine) return isNotMine
  const said = text.slice(clause.start, clause.end)
  const isOfOffer = parts.some((part) => overlaps(part, clause))
  const isAbout = (found: RegExpMatchArray): boolean => {
    const start = clause.start + (found.index ?? 0)
    return !isOfOffer || overlaps(word, { start, end: start + found[0].length })
  }
  return (
    languages.some(({ dismissed }) => dismissed.some((words) => [...said.matchAll(words)].some(isAbout))) ||
    (!isOfOffer && languages.some(({ powerless }) => powerless.test(said))) ||
    SHUT_OUT.test(text.slice(Math.max(0, clause.start - LEAD), clause.start))
  )
}

/** UTF-16 units. */
const LEAD = 40
const REACH = 90

/** Letters that every word has which an alternative finds; what stands in brackets of one begins none. */
const OPENING = /^\p{L}{2}(?:\p{L}(?![?*]))?/u
const WORDS_OF_IT = /\p{L}{2,}/gu

/** Where a word stands, and in which languages somebody is named there who might step in. */
interface Standing {
  clause: Span
  languages: readonly Named[]
  isNotMine: boolean
}

/** Many rules ask of the same word. */
function standingOf(word: Span, view: TextView): Standing {
  const known = madeOf(view, standingOf, () => new Map<string, Standing>())
  const key = `${word.start} ${word.end}`
  const standing = known.get(key) ?? readStanding(word, view.text)
  known.set(key, standing)
  return standing
}

function readStanding(word: Span, text: string): Standing {
  const clause = clauseAround(word, text)
  const said = text.slice(clause.start, clause.end)
  const isNotMine = NOT_MINE.test(text.slice(word.end, word.end + LEAD))
  const languages = isAnyNamedIn(said) ? NAMED.filter(({ isNamedIn }) => isNamedIn(said)) : NOBODY
  return { clause, languages, isNotMine }
}

/** From the sign before the word that ends a clause to the one behind it. */
function clauseAround({ start, end }: Span, text: string): Span {
  const from = Math.max(0, start - REACH)
  const ends = [...text.slice(from, start).matchAll(CLAUSE_ENDS)].at(-1)
  const next = CLAUSE_END.exec(text.slice(end, end + REACH))
  return {
    start: ends === undefined ? from : from + ends.index + ends[0].length,
    end: next === null ? Math.min(text.length, end + REACH) : end + next.index,
  }
}

/** What a language says of those who might step in, as the native view writes it. */
interface Words {
  /** Who might step in. */
  who: string
  /** What stands between a word of these and them: articles and such. */
  small: string
  /** Before them: swearing, and being safe from them. */
  sworn: string
  /** Behind them: swearing, and that they are to stay away. */
  away: string
  /** Before them: they alone are shut out. */
  shut: string
  /** Behind them: they will not, they cannot. */
  not: string
  /** To tell on somebody. */
  report: string
  /** Before that: asked not to, and nobody will. */
  dont: string
  /** Behind that: the author, or that they do not mind. */
  me: string
  /** Before them: asked not to go to them. */
  go: string
  /** The author's own, and that it is gone or may be. */
  gone: string
  /** How the words begin that `gone` asks for. */
  banned: string
}

const LANGUAGES: readonly Words[] = [
  {
    who: 'police|policem[ae]n|cops?|feds?|fbi|interpol|laws?|authorities|courts?|judges?|mods?|moderators?|admins?|snitch(?:es)?|banks?|press|journalists?|copyright|dmca|law enforcement|reporting|reports',
    small: 'the|all|any|of|those|damn|fucking|local|your|you|a',
    sworn:
      "fuck|f\\*ck|fck|screw|to hell with|death to|(?:don't|dont|do not) (?:care|give a \\p{L}+) about|not (?:afraid|scared) of|no fear of|laugh(?:ing)? at|(?:safe|hid(?:e|den|ing)|away|protected|free|secure) from|avoid(?:s|ing)?|unknown to",
    away: 'stay away|stay out|keep (?:out|away|off)|fuck off|piss off|get lost|(?:can|may) (?:suck|kiss|eat|go|rot|fuck)|(?:are|is|r) (?:not|a joke|dumb|stupid|useless|blind|asleep|slow|clueless)|suck|sleep|not (?:welcome|allowed)|gtfo|dni',
    shut: "no|if you(?:'re|r| are)|if (?:ur|u are|u)|unless you(?:'re| are)|are you",
    not: "can't|cannot|cant|can not|won't|wont|will not|will never|don't|dont|do not|doesn't|doesnt|isn't|isnt|aren't|ain't|never|could never|can never",
    report: 'report(?:ing|s|ed)?|snitch(?:ing|es)?|tell(?: on me| anyone)?|ban|block',
    dont: "(?:do not|don't|dont|never|no|not|nobody|no one|noone|stop|please no)(?: (?:will|can|would|you|ever|even|try|to|going|gonna|be|or|it|this|have|need|please|one|mods?)){0,3}",
    me: "(?:me|us|my|this (?:page|account|channel)|all you want|idc|idgaf|away|i don'?t care|if it fails)",
    go: "(?:don't|dont|do not|never|no need to|not) (?:go|run|talk|call|tell|involve|inform|contact|cry)(?: to)?",
    gone: '(?:(?:i|we|it|this|my|our|the|last|old|main|other|account|page|channel|group|acc) (?:(?:account|page|channel|group|acc|one|link) )?)(?:(?:just|always|keeps?|again|gets?|getting|got|was|were|been|is|be) )+(?:banned|blocked|reported|removed|deleted)|^ ?(?:got|keep getting|been|was) (?:banned|blocked|reported|removed)|(?:before|till|until|unless) (?:it|they|this|we|i|mods?|the \\p{L}+)(?: \\p{L}+){0,3} (?:banned|bans?|blocked|blocks?|reported|reports?|removed|removes?|deleted)',
    banned: 'banned|removed|blocked|deleted|bans|blocks',
  },
  {
    who: 'polic[iy]\\p{L}*|poli|ley|leyes|juez|jueces|tribunal\\p{L}*|guardia civil|moderador\\p{L}*|mods|chivatos?|bancos?|prensa',
    small: 'la|el|los|las|a|de|por|con|esta|puta|putos?',
    sworn:
      'que se jodan?|que se joda|a la mierda|que le den|que les den|me cago en|me la suda|me la pela|me importa una mierda|sin miedo a|a salvo de|lejos de|fuera de|fuck|puta|puto',
    away: 'de mierda|me la sudan?|me la pelan?|me chupan?|que se joda\\p{L}?|fuera|no entr\\p{L}+|duerme|ni se entera',
    shut: 'abstenerse|absteneos|fuera|nada de|ni|no|si eres|si sos',
    not: 'no|nunca|jamas|tampoco',
    report: 'denunci\\p{L}*|report\\p{L}*|chiv\\p{L}*|bane\\p{L}*|bloque\\p{L}*',
    dont: '(?:no|nunca|nadie|ni|sin)(?: (?:me|nos|lo|la|te|va|a|se|os|por favor|hace falta)){0,2}',
    me: '(?:me|nos|si quier\\p{L}+|me da igual|lo que quier\\p{L}+)',
    go: '(?:no|nunca|ni) (?:vayas|vayan|llames|llamen|avises|avisen|hables|acudas|digas)(?: nada)?',
    gone: '(?:me|nos) (?:han |volvieron a |siempre )?(?:banea\\p{L}*|bloquea\\p{L}*|denuncia\\p{L}*|tira\\p{L}*)|(?:antes de|hasta) que (?:\\p{L}+ ){0,2}(?:banee?n?|bloqueen?|denuncien?|borren?|baneado)',
    banned: 'bane|bloque|tira|borr|denunci',
  },
  {
    who: 'polici\\p{L}*|leis?|juiz|juizes|justica|moderador\\p{L}*|mods|bancos?|imprensa',
    small: 'a|o|as|os|da|do|na|no|pra|com|de|essa',
    sworn:
      'foda-se|fodam-se|foda se|que se foda|que se dane|to nem ai|sem medo d[ae]|longe d[ae]|a salvo d[ae]|fuck|cago pra',
    away: 'de merda|que se foda|que se dane|fora|nem ve|dorme|nao entra',
    shut: 'sem|nada de|fora|nem|se voce (?:e|for)|se for',
    not: 'nao|nunca|jamais|nem',
    report: 'denunci\\p{L}*|report\\p{L}*|bani\\p{L}*|bloque\\p{L}*',
    dont: '(?:nao|nunca|ninguem|nem|sem)(?: (?:me|nos|vai|vao|precisa|por favor|a|o)){0,2}',
    me: '(?:me|-me|a vontade|nem ligo|to nem ai)',
    go: '(?:nao|nunca|nem) (?:va|chame|chama|avise|avisa|ligue|liga|fale|conte)',
    gone: '(?:fui|fomos|minha conta foi|conta foi|sempre) (?:banid\\p{L}+|bloquead\\p{L}+|denunciad\\p{L}+)|antes que (?:\\p{L}+ ){0,2}(?:banam|bloqueiem|denunciem|apaguem|caia)',
    banned: 'bani|bloque|denunci|apag|caia',
  },
  {
    who: 'police|policiers?|flics?|keufs?|gendarm\\p{L}*|loi|lois|justice|juges?|modos?|moderateurs?|banques?|presse',
    small: 'la|le|les|aux?|a|de|des|du|sa|cette',
    sworn:
      "nique(?:z)?|nik|fuck|merde a|j'emmerde|on s'en fout de|rien a foutre de|sans peur de|loin de|a l'abri de",
    away: 'de merde|va te faire|allez vous faire|dehors|dort|degage\\p{L}*',
    shut: "pas de|ni|sans|si (?:tu es|t'es|vous etes)|dehors",
    not: "ne|n'\\p{L}+|pas|jamais|peut pas|peuvent pas|sait rien|s'en fout",
    report: 'signal\\p{L}*|denonc\\p{L}*|balanc\\p{L}*|bloqu\\p{L}*',
    dont: "(?:ne|n'|personne|pas de|sans|jamais)(?: (?:me|nous|va|pas|le|la|les|vous|te|se|svp)){0,2}",
    me: "(?:-moi|moi|-nous|si (?:tu|vous) \\p{L}+|je m'en fous)",
    go: "(?:ne |n')?(?:va|vas|allez|appelle|appelez|previens|prevenez|parle|parlez) (?:pas|jamais)(?: voir)?",
    gone: "(?:j'ai ete|je me suis fait|mon compte a ete|on m'a|toujours|compte) (?:bann\\p{L}+|bloqu\\p{L}+|signal\\p{L}+|ban)|avant (?:que|qu'\\p{L}+|d'etre)(?: \\p{L}+){0,3} (?:bann\\p{L}+|bloqu\\p{L}+|signal\\p{L}+|supprim\\p{L}+)",
    banned: 'bann|ban(?!\\p{L})|bloqu|signal|supprim',
  },
  {
    who: 'polizei|polizisten|bullen|bka|cops|gesetze?|gerichte?|justiz|mods|moderator\\p{L}*|admins?|banken|presse',
    small: 'die|der|das|den|dem|auf|vor|mit|von|eure?|alle|stress|mit der',
    sworn:
      'scheiss(?:e)?(?: auf)?|fick(?:t|en)?|fuck|pfeif\\p{L}* auf|(?:kein\\p{L}*|ohne) (?:angst|stress|arger)|sicher vor|geschutzt vor|egal',
    away: 'fernbleiben|bleibt? (?:weg|fern|draussen)|raus|verpiss\\p{L}*|kann mich|konnen mich|schlaft|unerwunscht|am arsch',
    shut: 'kein\\p{L}{0,2}|ohne|wenn du|bist du',
    not: '(?:\\p{L}+ )?(?:mich|uns|euch|dich|nichts|nie|niemals|nicht|keinen|kein)',
    report: 'meld\\p{L}*|anzeig\\p{L}*|petz\\p{L}*|verpfeif\\p{L}*|sperr\\p{L}*|blockier\\p{L}*',
    dont: '(?:nicht|nie|niemals|niemand|keiner|kein\\p{L}*|ohne)(?: (?:wird|es|das|mich|uns|bitte|zu|gleich)){0,2}',
    me: '(?:mich|uns|ruhig|doch|mir egal)',
    go: '(?:geh\\p{L}*|ruf\\p{L}*|sag\\p{L}*) (?:nicht|niemals|bloss nicht)(?: zur| zu)?|nicht zur',
    gone: '(?:wurde|wurden|bin|wieder|account|konto|kanal|schon) (?:(?:wieder|schon|erneut|oft|immer) ){0,2}(?:gesperrt|geblockt|gemeldet|gebannt|geloscht)|(?:bevor|ehe) (?:\\p{L}+ ){1,3}(?:gesperrt|geblockt|gemeldet|gebannt|geloscht|sperrt|meldet|blockt)',
    banned: 'gesperrt|geblockt|gebannt|gelosch|gemeldet|sperrt|meldet|blockt',
  },
  {
    who: 'polizia|poliziotti|carabinieri|sbirr\\p{L}|legge|leggi|giudic\\p{L}|tribunale|moderator\\p{L}|mod|banche|stampa',
    small: "la|il|i|le|gli|alla|ai|della|dalla|dai|dei|di|da|l'",
    sworn:
      "fanculo|'fanculo|vaffanculo|in culo|me ne frego|me ne fotto|fuck|al sicuro|lontano|senza paura|merda",
    away: 'di merda|del cazzo|fuori|stia alla larga|state alla larga|dorme|bastard\\p{L}',
    shut: 'niente|no|senza|fuori|ne|se sei|astenersi',
    not: 'non|mai|manco|nemmeno',
    report: 'segnal\\p{L}*|denunci\\p{L}*|bann\\p{L}*|blocc\\p{L}*',
    dont: '(?:non|mai|nessuno|senza|niente)(?: (?:mi|ci|lo|la|vi|ti|puo|per favore|provate a)){0,2}',
    me: '(?:mi|ci|mi pure|pure|me ne frego|se volete|se vuoi)',
    go: '(?:non|mai) (?:andare|andate|chiamare|chiamate|avvisare|avvisate|parlare|dire)',
    gone: '(?:mi hanno|sono stat\\p{L}|account|sempre|di nuovo) (?:bannat\\p{L}|bloccat\\p{L}|segnalat\\p{L})|prima che (?:\\p{L}+ ){0,3}(?:bannat\\p{L}|bloccat\\p{L}|bannino|blocchino|segnalino|cancellino)',
    banned: 'bann|blocc|segnal|cancell',
  },
  {
    who: 'politie|agenten|smeris\\p{L}*|justitie|wet|wetten|rechters?|mods|moderator\\p{L}*|banken|pers',
    small: 'de|het|die|aan|voor|van|met|alle',
    sworn: 'fuck|kanker|kut|schijt|lak aan|fok|(?:geen|zonder) angst|veilig voor|uit handen van',
    away: 'kan de|moet wegblijven|blijf weg|wegblijven|oprotten|rot op|slaapt|niet welkom',
    shut: 'geen|zonder|als je',
    not: '(?:\\p{L}+ )?(?:me|mij|ons|niks|niets|nooit|niet|geen)',
    report: 'meld\\p{L}*|rapporteer\\p{L}*|aangeven|verklik\\p{L}*|blokkeer\\p{L}*',
    dont: '(?:niet|nooit|niemand|geen|zonder)(?: (?:me|ons|dit|zal|het|gaan|te)){0,2}',
    me: '(?:me|mij|ons|maar|boeit me niet)',
    go: '(?:ga|bel|praat|waarschuw) (?:niet|nooit)(?: naar)?|niet naar',
    gone: '(?:ben|werd|account|weer|alweer|kanaal) (?:(?:weer|al) )?(?:geblokkeerd|gemeld|verbannen|gebanned|verwijderd)|voordat (?:\\p{L}+ ){1,3}(?:geblokkeerd|gemeld|verbannen|verwijderd)',
    banned: 'geblokkeerd|gemeld|verbannen|gebanned|verwijderd',
  },
  {
    who: 'polic\\p{L}+|psy|psow|psom|pal[ay]|praw[oa]|sad|sadu|moderator\\p{L}*|mody|banki',
    small: 'na|w|z|od|przed|te|ta|ze|sie',
    sworn:
      'jebac|pierdolic|chuj w|w dupie(?: mam)?|walic|gardzic|bez strachu przed|ukryt\\p{L} przed|bezpieczn\\p{L} od|fuck',
    away: 'wypad|wypierdalac|spadac|won|spi|nie wchodzic',
    shut: 'bez|zadnej|zadnych|jesli jestes',
    not: 'nie|nigdy|nic',
    report: 'zglasza\\p{L}*|zglos\\p{L}*|donos\\p{L}*|kapuj\\p{L}*|blok\\p{L}*|banuj\\p{L}*',
    dont: '(?:nie|nikt|nigdy|bez|prosze nie)(?: (?:mnie|nas|tego|nie|bedzie)){0,2}',
    me: '(?:mnie|nas|sobie|mam to gdzies)',
    go: '(?:nie|nigdy) (?:idz|dzwon|zawiadamiaj|mow|chodz|wzywaj)(?: do| na)?',
    gone: '(?:konto|znowu|kanal|dostal\\p{L}+|mnie) (?:(?:znowu|mi|juz) )?(?:zbanowa\\p{L}+|zablokowa\\p{L}+|zgloszo\\p{L}+|bana)|zanim (?:\\p{L}+ ){0,3}(?:zbanuj\\p{L}+|zablokuj\\p{L}+|usun\\p{L}+|zglosz\\p{L}+)',
    banned: 'zban|zablok|bana|usun|zglos',
  },
  {
    who: 'полици\\p{L}*|полицаи|мент\\p{L}{0,2}|мусор\\p{L}{0,2}|закон\\p{L}{0,2}|суд\\p{L}{0,2}|модер\\p{L}*|банки|пресса',
    small: 'на|от|в|эту|эта|к|всю|с',
    sworn:
      'к черту|нахуи|на хуи|похуи|похер|плевать|насрать|пошла|пошли|ебал\\p{L}?|срал\\p{L}?|без страха перед|безопасно от',
    away: 'нахуи|идет лесом|идите лесом|мимо|проходите мимо|спит|лохи|соси\\p{L}*|не \\p{L}+|ничего не \\p{L}+',
    shut: 'без|никакои|никаких|если ты',
    not: 'не|никогда|нас|меня|ничего',
    report: 'жал\\p{L}*|сообща\\p{L}*|репорт\\p{L}*|стуч\\p{L}*|бан\\p{L}*|блок\\p{L}*',
    dont: '(?:не|никто|никому|нельзя|без)(?: (?:надо|нужно|меня|нас|не|на)){0,2}',
    me: '(?:на меня|на нас|мне все равно|сколько хотите)',
    go: '(?:не|никогда не) (?:звони\\p{L}*|обращаи\\p{L}*|ходи\\p{L}*|иди\\p{L}*|вызываи\\p{L}*|пиши)',
    gone: '(?:меня|нас|канал|аккаунт|опять|снова) (?:(?:опять|снова) )?(?:забанил\\p{L}*|заблокировал\\p{L}*|заблокирован\\p{L}*|удалил\\p{L}*|в бане?)|пока (?:\\p{L}+ )?не (?:забанил\\p{L}*|заблокировал\\p{L}*|удалил\\p{L}*|в бане?)',
    banned: 'забан|заблок|удал|бан',
  },
  {
    who: "polis\\p{L}*(?:'\\p{L}+)?|jandarma\\p{L}*|aynasiz\\p{L}*|yasa\\p{L}*|kanun\\p{L}*|mahkeme\\p{L}*|mod\\p{L}{0,5}|banka\\p{L}*",
    small: 'o|bu|da|de|tum|hic',
    sworn: 'siktir|sikeyim|amk|fuck',
    away: 'siktir\\p{L}*|sikeyim|uzak dursun\\p{L}*|gelmesin\\p{L}*|giremez|uyuyor|bulamaz\\p{L}*|yakalayamaz\\p{L}*|karisamaz|bilmez|anlamaz|umrumda degil|umurumda degil|yok',
    shut: 'eger',
    not: '(?:\\p{L}+ )?(?:bizi|beni|bir sey|hicbir sey|asla)',
    report: 'sikayet|ihbar|bildir\\p{L}*|rapor\\p{L}*|engelle\\p{L}*',
    dont: '(?:kimse|sakin|lutfen)(?: (?:beni|bizi)){0,1}',
    me: '(?:etme|etmeyin|etmez|yok|edin umrumda|edersen|me(?:yin)?)',
    go: '(?:sakin|asla)',
    gone: '(?:hesabim|kanal|yine|tekrar) (?:(?:yine|tekrar) )?(?:engellendi|kapatildi|banlandi|sikayet edildi)|(?:engellenmeden|kapatilmadan|banlanmadan|silinmeden) once',
    banned: 'engellen|kapatil|banlan|silin|sikayet',
  },
]

const START = String.raw`(?<![\p{L}\p{M}])`
const END = String.raw`(?![\p{L}\p{M}])`
/** Of whom something else is said: "police can't find who filmed them". */
const OTHERS =
  '(?:him|her|them|who|whoever|what|those|he|she|they|quien|quienes|quem|celui|ceux|celle|qui|den|wer|chi|degene|tego|kto|того|кто|satan|kisi)'

/** What follows on who is shut out. */
const GOES =
  "(?:(?:please|just) )?(?:leave|get out|go away|scroll|move on|block|fuck off|stay away|don't|raus|weg|hau ab|fuera|vete|largate|fora|sai|vaza|dehors|degage|fuori|vattene|oprotten|wegwezen|wypad|spadaj|уходи|мимо|git)(?: .{0,20})?"

/** What tells in a language that somebody is only named. */
interface Named {
  /** False only where nobody is. */
  isNamedIn(said: string): boolean
  dismissed: readonly RegExp[]
  /** What is said of them alone, to the end of the clause, and of nobody else in it. */
  powerless: RegExp
}

const NAMED: readonly Named[] = LANGUAGES.map((words) => {
  const { who, small, sworn, away, shut, not, report, dont, me, go, gone } = words
  const them = `(?:(?:${small}) ){0,3}(?:${who})`
  return {
    isNamedIn: namedIn([words]),
    dismissed: [
      `(?:${sworn}) ${them}`,
      `(?:${shut}) ${them}(?: ${GOES})? ?$`,
      `(?:${go}) ${them}`,
      `${them} (?:please )?(?:${away})`,
      `(?:${dont}) (?:${report})`,
      `(?:${report}) ?${me}`,
      gone,
    ].map((said) => new RegExp(`${START}(?:${said})${END}`, 'gu')),
    powerless: new RegExp(
      String.raw`${START}(?:${who}) (?:\p{L}+ )?(?:${not})(?: (?!${OTHERS}${END})[\p{L}\p{M}'’-]+){0,4} ?$`,
      'u',
    ),
  }
})

/** Most clauses name nobody: one look tells. */
const isAnyNamedIn = namedIn(LANGUAGES)
const NOBODY: readonly Named[] = []

/** Whether a clause has a word of these: of its words only those are looked at closer that begin as one of them does, for hardly any does. */
function namedIn(languages: readonly Words[]): (said: string) => boolean {
  const words = languages.map(({ who, report, banned }) => `${who}|${report}|${banned}`).join('|')
  const begins = beginsWord(new RegExp(`(?:${words})`, 'u'), /[\p{L}\p{M}]$/u)
  const openings = new Set(words.split('|').map((word) => OPENING.exec(word)?.[0] ?? ''))
  const mayBegin = ([word]: RegExpMatchArray): boolean =>
    openings.has(word.slice(0, 3)) || openings.has(word.slice(0, 2))
  return (said) => said.matchAll(WORDS_OF_IT).some(mayBegin) && begins(said)
}

/** "If you're police," before "leave". */
const SHUT_OUT = new RegExp(
  `(?:${LANGUAGES.map(({ shut, small, who }) => `${START}(?:${shut}) (?:(?:${small}) ){0,2}(?:${who})`).join('|')})[,:]? ?$`,
  'u',
)

/** "Addiction isn't my problem". */
const NOT_MINE =
  /^ (?:(?:isn't|isnt|is not|ain't|are not|aren't|not) (?:my|our) (?:problem|business|fault|concern)|no es (?:mi|nuestro) (?:problema|culpa)|no es asunto mio|nao e (?:problema meu|meu problema)|(?:ce |c'|n)?'?est pas (?:mon|notre) probleme|ist nicht (?:mein|unser) problem|non e (?:un )?(?:mio problema|problema mio)|is niet mijn probleem|to nie moj problem|не (?:моя проблема|мои проблемы)|benim (?:sorunum|derdim) degil)/u
