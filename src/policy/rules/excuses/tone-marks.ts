import type { Span } from '../../text/text-views.ts'

/**
 * Whether a word only says in what tone the sentence is meant: "lol" and "jk" wherever they stand, "joke" where its clause says no more ("(joke)", "for legal reasons this is a joke",
 * "es broma"), and "in Minecraft", the disguise, where nothing else speaks of a game. Such a mark is no refusal, quotation or other voice, and anybody can append it: it excuses nothing.
 * What says how something is meant in its own clause does ("I'll kill you with these jokes").
 */
export function isToneMark({ start, end }: Span, text: string): boolean {
  const word = text.slice(start, end)
  if (THROWN_IN.test(word)) return true
  if (DISGUISE.test(word)) return !GAMES.test(text.slice(0, start) + text.slice(end))
  const from = clauseStart(text, start)
  if (!BEGINS_WITH_TONE.test(text.slice(from))) return false
  const rest = text.slice(end)
  const until = rest.search(CLAUSE_END)
  return SAYS_TONE.test(text.slice(from, end + (until < 0 ? rest.length : until)))
}

const THROWN_IN =
  /^(?:lol|lmao|lmfao|rofl|xd|jk|j\/k|kidding|just kidding|ha(?:ha)+h?|he(?:he)+|ja(?:ja)+j?|rsrs+|kkk+|mdr|ptdr|je rigole|bromeando|brincando)$/u
/** What people write in the place of a joke, of threats that they mean. */
const DISGUISE = /(?<!\p{L})minecraft$/u
const GAMES =
  /(?<!\p{L})(?:minecraft|bed ?wars|sky ?wars|hunger games|pvp|server|lobby|smp|realms?|creepers?|survival|hardcore|speedrun|match|round|rematch|stream(?:ing|er)?|twitch|gamer?s?|gaming|play(?:s|ed|ing|er)?|join|partida|servidor|serveur|spiel|spiele|juego|jeu|partita|игра|сервер|oyun)(?!\p{L})/u
const TONES =
  'joke|jokes|joking|kidding|satire|parody|fiction|prank|humou?r|broma|bromita|chiste|brincadeira|piada|zoeira|blague|rire|humour|scherz|spass|witz|spassle|scherzo|scherzando|battuta|шутка|шучу|zart|zartuje|saka|grap|grapje'
const FRAME =
  "for|legal|reasons?|this|that|its?|it's|is|was|all|a|an|just|only|obviously|of course|totally|please|pls|lol|jk|haha|before|you|ask|esto|es|una?|era|solo|pura?|e|foi|c'est|c'etait|une|je|juste|das|ist|war|nur|ein|kleiner|mach(?:e|t)?|per|uno|uma|sto|это|просто|to|tylko|bu|sadece|maar|een"
const BEGINNING = String.raw`^\P{L}*(?:(?:${FRAME})\P{L}+){0,8}(?:${TONES})`
/** What nearly no clause does, before its end is looked for. */
const BEGINS_WITH_TONE = new RegExp(BEGINNING, 'u')
const SAYS_TONE = new RegExp(String.raw`${BEGINNING}(?:\P{L}+(?:${FRAME}|${TONES})){0,4}\P{L}*$`, 'u')
const CLAUSE_END = /[.,;:!?()|\n]|\p{Extended_Pictographic}/u
/** Characters before a word that are looked at; a tone takes fewer. */
const FAR = 80

/** Where the clause of what stands at `at` begins, walking back: an expression tries each of the places before it, and from each of them all that follow. */
function clauseStart(text: string, at: number): number {
  let from = at
  for (let i = 0; i < FAR && from > 0; i++) {
    const next = from - (isPairAt(text, from - 2) ? 2 : 1)
    if (endsClause(text, next, from)) break
    from = next
  }
  return from
}

/** Below it no sign is a pictograph. */
const FIRST_PICTOGRAPH = 0xa9
const ENDS = '.,;:!?()|\n'

function endsClause(text: string, at: number, until: number): boolean {
  if (text.charCodeAt(at) < FIRST_PICTOGRAPH) return ENDS.includes(text.charAt(at))
  return CLAUSE_END.test(text.slice(at, until))
}

function isPairAt(text: string, at: number): boolean {
  return at >= 0 && (text.codePointAt(at) ?? 0) > 0xffff
}
