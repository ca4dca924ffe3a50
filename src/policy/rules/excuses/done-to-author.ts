import { beginsWord } from '../../text/begins-word.ts'
import { sentenceAround } from '../../text/sentences.ts'
import { madeOf, type Span, type TextView } from '../../text/text-views.ts'
import type { AtomHits } from '../atom-hits.ts'
import type { RuleMatch } from '../match-text-rule.ts'

/**
 * Who tells what was done to them: "me quitaron el pasaporte", "у нас забирали паспорта", "my ex posted my pictures". Each language says so by who is the object of a past or a passive, and who is not its subject.
 */

/** What is done to people against their will, as a past or a participle. */
const ENGLISH =
  'took|taken|kept|held|seized|confiscated|stole|stolen|forced|threatened|filmed|recorded|beat|beaten|raped|sold|locked|trafficked|blackmailed|extorted|leaked|posted|shared|published|uploaded|spread|doxxed|doxed|hacked|drugged|groomed|stalked|abused|assaulted|hid|hidden'
const SPANISH =
  '(?:quit|oblig|amenaz|grab|film|golpe|encerr|rob|chantaje|extorsion|public|filtr|enviar|viol|droga|acos|engan|retuv|retir)'
const OWN_THINGS =
  '(?:passports?|papers?|ids?|documents?|phone|pictures?|pics|photos?|nudes?|videos?|images?|address|number|data|name|money|wages|pasaportes?|pasaporte|papeles|documentos|fotos|videos|vidios|imagenes|direccion|telefono|passaportes?|endereco|telefone|imagens|passeport|papiers|photos|images|adresse|passaporto|documenti|foto|video|immagini|indirizzo|pass|passe|papiere|bilder|videos|aufnahmen|nummer|paspoort|papieren|beelden|adres|paszport\\p{L}*|dokumenty|zdjecia|nagrania)'
const DONE = [
  // "They took my passport", "he would film me"; passive: "my photos were leaked", "I was forced".
  new RegExp(
    String.raw`(?<!(?:^|[^\p{L}])(?:i|we|i've|we've|i have|we have)(?: \p{L}+ly)? )(?<!\p{L})(?:${ENGLISH}) (?:all |both )?(?:of )?(?:me|us|my|our)(?!\p{L})`,
    'u',
  ),
  new RegExp(
    String.raw`(?:(?:my|our) (?:\p{L}+ ){0,3}(?:was|were|got|had been|have been|has been)|(?:i|we) (?:was|were|got|had been|have been)(?: once)?) (?:\p{L}+ )?(?:${ENGLISH})(?!\p{L})`,
    'u',
  ),
  // "Me quitaron", "nos obligaban", "mi ex subió mis fotos", "publicaron mi dirección".
  new RegExp(
    String.raw`(?:(?:me|nos) ${SPANISH}\p{L}*(?:aron|aban|ieron|ian|o|aba)|(?:publicaron|filtraron|difundieron|subieron|robaron|quitaron|subio|publico|difundio|filtro|compartio) (?:mis?|nuestr[oa]s?) ${OWN_THINGS})(?!\p{L})`,
    'u',
  ),
  // "Tiraram meu passaporte", "meu ex vazou minhas fotos", "me obrigaram".
  new RegExp(
    String.raw`(?:(?:tiraram|tomaram|retiveram|levaram|roubaram|publicaram|vazaram|divulgaram|vazou|publicou|divulgou|postou|espalhou) (?:o |a |os |as )?(?:meus?|minhas?|noss[oa]s?) ${OWN_THINGS}|(?:me|nos) (?:obrig|ameac|forc|bat|grav|film|chantage|prend)\p{L}*(?:aram|avam|iam|eram|ou|ava)|(?:meus?|minhas?) ${OWN_THINGS} (?:foram|foi|vazaram|vazou))(?!\p{L})`,
    'u',
  ),
  // "On m'a pris mon passeport", "mon ex a publié mes photos", "on a publié mon adresse".
  new RegExp(
    String.raw`(?:(?:on|il|elle|ils|elles|qui) (?:m'|nous )(?:a|ont|avait|avaient) (?:\p{L}+ ){0,2}(?:pris|retire|confisque|vole|force|forces|menace|filme|frappe|vendu|enferme|fait chanter|oblige)\p{L}{0,2}|(?:on|ex|il|elle|ils|quelqu'un) (?:a|ont|avait|avaient) (?:pris|publie|diffuse|partage|vole|garde|filme) (?:mes|mon|ma|nos|notre) ${OWN_THINGS}|(?:mes|mon|ma|nos) ${OWN_THINGS} (?:ont ete|a ete|ont fuite|a fuite))(?!\p{L})`,
    'u',
  ),
  // "Man nahm mir den Pass weg", "mein Ex hat Bilder von mir gepostet", "meine Adresse wurde veröffentlicht".
  new RegExp(
    String.raw`(?:(?:nahm|nahmen|zwang|zwangen|bedrohte|bedrohten|erpresste|erpressten|schlug|schlugen|sperrte|sperrten|behielt|behielten) (?:mir|mich|uns|mein\p{L}{0,2}|unser\p{L}{0,2})|(?:er|sie|ex|man|jemand|die) (?:hat|haben|hatte|hatten) (?:(?:mir|mich|uns) [^.!?,;\n]{0,40}|[^.!?,;\n]{0,24}${OWN_THINGS} von (?:mir|uns) [^.!?,;\n]{0,30}|mein\p{L}{0,2} [^.!?,;\n]{0,30})(?:genommen|gezwungen|bedroht|erpresst|gefilmt|geschlagen|gepostet|veroffentlicht|hochgeladen|verbreitet|geteilt|behalten)|(?:mein\p{L}{0,2}|unser\p{L}{0,2}) ${OWN_THINGS} (?:wurden?|ist|sind) [^.!?,;\n]{0,30}(?:veroffentlicht|gepostet|geleakt|gestohlen|verbreitet|hochgeladen|weggenommen|genommen))(?!\p{L})`,
    'u',
  ),
  // "Mi avevano tolto il passaporto", "il mio ex ha diffuso le mie foto", "mi ricattava".
  new RegExp(
    String.raw`(?:(?:mi|ci) (?:avevano|hanno|aveva|ha) (?:tolto|preso|portato via|costrett[oaie]|minacciat[oaie]|filmat[oaie]|picchiat[oaie]|vendut[oaie]|ricattat[oaie]|rubato)|(?:mi|ci) (?:ricatt|minacci|obblig|picchi|costring)\p{L}{1,6}|(?:ha|hanno|aveva|avevano) (?:diffuso|pubblicato|condiviso|rubato|preso) (?:le mie|i miei|il mio|la mia) ${OWN_THINGS})(?!\p{L})`,
    'u',
  ),
  new RegExp(
    String.raw`(?:(?:ze|zij|hij|ex|iemand|men) (?:hield|hielden|nam|namen|zette|zetten|pakte|pakten|dwong|dwongen|bedreigde|bedreigden|filmde|filmden|plaatste|plaatsten|deelde|deelden) (?:mij|me|ons|mijn|onze|${OWN_THINGS} van (?:mij|me|ons))|mijn ${OWN_THINGS} (?:werd|werden|is|zijn) [^.!?,;\n]{0,30}(?:gelekt|gedeeld|afgepakt|geplaatst|gestolen))(?!\p{L})`,
    'u',
  ),
  new RegExp(
    String.raw`(?:(?:zabral|zabier|kazal|zmusi|zmusz|grozi|bi|nagr|szantazow|trzym)\p{L}*(?:li|l|la|lo) (?:mi|nam|mnie|nas)|(?:opublikowal|wrzucil|udostepnil|wykradl)\p{L}* moje ${OWN_THINGS})(?!\p{L})`,
    'u',
  ),
  /(?:у (?:меня|нас) (?:\p{L}+ )?(?:забира|отобра|отбира|забра|отня|укра)\p{L}*л[аи]?|(?:меня|нас|мне|нам) (?:\p{L}+ )?(?:заставля|застави|угрожа|принужда|шантажирова|снима|избива|прода|держа|бил)\p{L}*|(?:выложил|опубликовал|слил|разослал|украл)[аи]? мо[ийюеё]\p{L}{0,2} \p{L}+)(?!\p{L})/u,
].map((pattern) => beginsWord(pattern))
/** In Turkish it is endings that say so. */
const DONE_IN_TURKISH =
  /(?<!\p{L})(?:\p{L}{3,}(?:imi|umu|imizi|umuzu|larimi|lerimi|larimizi|lerimizi) (?:\p{L}+ )?(?:al|tut|sakla|cal|paylas|yay|cek)\p{L}*(?:lardi|di|ti|mislardi|dilar|tilar)|(?:beni|bizi|bana|bize) (?:\p{L}+ )?(?:zorla|tehdit|dov|kapat|sat)\p{L}*(?:di|ti|lar|ettiler|etti))(?!\p{L})/u
const MAY_BE_TURKISH = /(?:imi|umu|imizi|umuzu) |beni|bizi|bana|bize/

/** What may be one of the others at all. */
const mayBeDone = beginsWord(
  /(?:me|us|my|our|nos|mis?|meus?|minhas?|m'a|m'ont|mes|mon|ma|mir|mich|uns|von mir|mein\p{L}{0,2}|ci|le mie|i miei|il mio|mij|ons|mijn|moje|mnie|nam|nas|меня|нас|мне|нам|мо[ийюеё]\p{L}{0,2})(?!\p{L})/u,
)
function isDoneByOthers(said: string): boolean {
  return (
    (mayBeDone(said) && DONE.some((isDone) => isDone(said))) ||
    (MAY_BE_TURKISH.test(said) && DONE_IN_TURKISH.test(said))
  )
}

/** What an author says who does such things, or sells what came of them. */
const authorActs = beginsWord(
  /(?:(?:i|we)(?:'ll|'m| will| am| are| now| just| also| always| still){0,2} (?:post|sell|share|leak|film|keep|hold|record|send|upload|publish|trade|posted|filmed|sold|leaked|recorded|kept)\p{L}{0,3}|vendo|publico|subo|grabo|comparto|verkaufe|poste|teile|filme|vends|publie|partage|posto|gravo|vazo|divulgo|pubblico|condivido|verkoop|plaats|sprzedaje|wrzucam|nagrywam|продаю|выкладываю|снимаю|сливаю|satiyorum|paylasiyorum)(?!\p{L})/u,
)

/** Words of being held: papers, wages and doors. */
const HELD =
  /pasap|passap|passp|paspoort|papers|papel|papier|paszport|паспорт|документ|dokument|document|pasaport|phone|wages|earnings|quota|forced|locked|trafficked|sold (?:me|us)|oblig|forz|zwang|zwung|costr|dwong|zmus|застав|принужд|zorla|encerr|enferm|sperr|schuld|deuda|dette|divida|debt|dlug|долг|borc/u
/** That it is over: what they do today, or how they got out. */
const OVER =
  /(?<!\p{L})(?:today|nowadays|now|since then|got out|escaped|fled|ran away|left|free|survived|survivor|help|helping|hoy|ahora|escape|hui|libre|ayudo|apoyo|hoje|agora|fugi|escapei|livre|ajudo|oriento|aujourd'hui|maintenant|fui|aide|temoigne|heute|jetzt|entkommen|geflohen|frei|berate|helfe|oggi|ora|fuggita|scappata|libera|aiuto|nu|ontsnapt|vrij|dzis|dzisiaj|teraz|uciekl\p{L}{1,2}|pomagam|теперь|сегодня|сбежала?|помогаю|simdi|bugun|kactim|destek)(?!\p{L})/u
/** That it goes on. */
const GOES_ON =
  /(?<!\p{L})(?:(?:i|we) (?:still )?(?:must|have to|need to|can't|cannot|may not|am not allowed)|again|je dois|on doit|encore|tengo que|debo|otra vez|ich muss|wieder|devo|tenho que|de novo|muszę|musze|znowu|должн[аы]|снова|moet ik|ik moet|zorundayim|yine)(?!\p{L})/u
/** UTF-16 units on either side in which it is said to be over. */
const AROUND = 200

/** Whether who is held says that they still are, or does not say that it is over: somebody should look. */
function isHeldStill(text: string, { start, end }: Span): boolean {
  if (!HELD.test(text.slice(start, end))) return false
  const around = text.slice(Math.max(0, start - AROUND), end + AROUND)
  return GOES_ON.test(around) || !OVER.test(around)
}

/** Who did not agree is who says so: "I never agreed", "sans mon accord". Read in the words of a match. */
const NEVER_AGREED =
  /(?<!\p{L})(?:(?:i|we)(?:'ve| have|'d| had)? (?:never|didn't|did not|not) (?:agree|consent|g[ai]ve|said yes|sign|allow)|without (?:my|our) (?:\p{L}+ (?:or|and) )?(?:consent|permission|knowledge|knowing)|(?:nunca|jamas|no) (?:acepte|consenti|autorice|(?:les |le )?di (?:mi )?(?:permiso|consentimiento))|sin (?:mi|nuestro) (?:permiso|consentimiento|autorizacion)|(?:nunca|jamais|nao) (?:aceitei|autorizei|consenti|permiti)|sem (?:(?:o|a) )?(?:meu|minha|nosso|nossa) (?:consentimento|permissao|autorizacao|conhecimento)|(?:je n'ai|on n'a|nous n'avons) (?:jamais|pas) (?:accepte|consenti|autorise|donne)|sans (?:mon|notre) (?:accord|consentement|autorisation)|(?:ich|wir) (?:habe|haben|hatte|hatten) (?:dem )?(?:nie|niemals|nicht) (?:zugestimmt|eingewilligt)|ohne (?:meine?|unsere?) (?:zustimmung|einwilligung|erlaubnis|wissen|einverstandnis)|non ho (?:mai )?(?:accettato|acconsentito|autorizzato|dato)|senza (?:il )?(?:mio|nostro) (?:consenso|permesso)|ik heb (?:nooit|niet) (?:ingestemd|toegestemd|toestemming)|zonder (?:mijn|onze) (?:toestemming|medeweten)|nigdy (?:sie )?(?:na to )?nie (?:zgodzil|wyrazil)\p{L}*|bez (?:mojej|naszej) (?:zgody|wiedzy)|без мо(?:его|ей) (?:согласия|ведома|разрешения)|я (?:никогда )?не (?:давал|соглашал)\p{L}*)/u

/** Whether a match stands in a sentence whose author tells what was done to them, and neither does such a thing nor offers what came of it. */
export function isToldByVictim(match: RuleMatch, hits: AtomHits, offers: readonly string[]): boolean {
  const { text } = hits.view
  const sentence = sentenceAround(text, match)
  // "Without my permission nobody goes out, I keep their papers": who holds people does not agree either.
  const isOwnRefusal = (): boolean =>
    NEVER_AGREED.test(text.slice(startOfClause(match, sentence), match.end)) &&
    !HELD.test(text.slice(match.start, match.end)) &&
    !authorActs(text.slice(sentence.start, sentence.end))
  return (
    (tellsWhatWasDone(sentence, hits.view) || isOwnRefusal()) &&
    !offers.some((atom) =>
      hits.of(atom).some(({ start, end }) => start >= sentence.start && end <= sentence.end),
    )
  )
}

/** Before a match stands who does it: "I've" of "I've never agreed". UTF-16 units. */
const SUBJECT = 12

function startOfClause({ start }: Span, sentence: Span): number {
  return Math.max(sentence.start, start - SUBJECT)
}

/** Asked once of a sentence, however many rules are met in it. */
function tellsWhatWasDone(sentence: Span, view: TextView): boolean {
  const told = madeOf(view, DONE, () => new Map<string, boolean>())
  const key = `${sentence.start} ${sentence.end}`
  const known = told.get(key)
  if (known !== undefined) return known
  const said = view.text.slice(sentence.start, sentence.end)
  const tells = isDoneByOthers(said) && !authorActs(said) && !isHeldStill(view.text, sentence)
  told.set(key, tells)
  return tells
}
