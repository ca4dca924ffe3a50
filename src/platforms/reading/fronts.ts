import type { ParsedPage } from '../../evidence/page.ts'
import { FRONT, LOGIN_TITLE, type Sign } from './walls.ts'

/**
 * What stands in front of a page and holds nothing else, whatever its title: a form to log in, a question about cookies, a question of age, word
 * that it is not shown here. It is told by what a page asks and offers to press, and by having no sentence about anything else.
 */
export function findFront(page: ParsedPage): Sign | null {
  const lines = page.text
    .slice(0, FRONT)
    .split('\n')
    .map((line) => line.trim())
  const labels = page.links.map(({ text }) => text)
  return findForm(page, lines) ?? findConsent(lines) ?? findQuestionOfAge([...lines, ...labels])
}

/** Said of a country, by a page that says little else: it is not gone, and nobody was banned. */
export function findClosedCountry({ text }: Pick<ParsedPage, 'text'>): Sign | null {
  return text.length < LETTERS_OF_A_NOTICE && (CLOSED.test(text) || SHUT_OUT.test(text))
    ? { outcome: 'error', signal: 'closed_country' }
    : null
}

/** Its heading, and its button; or a form that is seen and hardly a word beside it, which is one in any language. */
function findForm({ asks, hasPasswordField, title }: ParsedPage, lines: string[]): Sign | null {
  if (!hasPasswordField) return null
  const sentences = sentencesOf(lines).filter((line) => line !== title.trim())
  if (!sentences.every((line) => OF_LOGINS.test(line))) return null
  const labels = lines.filter((line) => LOGIN_TITLE.test(line))
  const most = sentences.length > 0 ? WORDS_OF_A_FORM : WORDS_OF_LABELS
  const isAlone = asks?.password === true && wordsIn(lines.join(' ')) <= most
  return labels.length >= 2 || isAlone ? { outcome: 'login_wall', signal: 'login_form' } : null
}

function findConsent(lines: string[]): Sign | null {
  const isAsked = lines.some((line) => CHOICE.test(line) && wordsIn(line) <= LABEL_WORDS)
  const saysWhat = lines.some((line) => COOKIES.test(line) && USES.test(line))
  return isAsked && saysWhat && sentencesOf(lines).every((line) => OF_CONSENT.test(line))
    ? { outcome: 'login_wall', signal: 'consent_words' }
    : null
}

/** An age, or a birthday, and two buttons of which one leads in and the other away. A date that is asked for needs no second one. */
function findQuestionOfAge(lines: string[]): Sign | null {
  const shown = lines.filter((line) => line !== '')
  if (wordsIn(shown.join(' ')) > WORDS_OF_A_GATE) return null
  const short = shown.filter(isLabel)
  const asksAge = shown.some((line) => OF_AGE.test(line))
  const isLeft = short.find((line) => LEADS_AWAY.test(line))
  const isEntered = short.some((line) => line !== isLeft && LEADS_IN.test(line))
  const asksDate =
    shown.some((line) => BIRTHDAY.test(line)) && !shown.some((line) => NAMES_ITS_DATE.test(line))
  return (asksAge && isLeft !== undefined && isEntered) || asksDate
    ? { outcome: 'age_gate', signal: 'age_question' }
    : null
}

/**
 * What else a page says on which an age is asked for, without what is offered to press: "I am under 18" is said by nobody there. Choices stand one
 * below the other, or as links in a line: one leads away, or in beside an age of law, or they are the same sentence but for a word.
 * @param labels texts of its links
 */
export function withoutChoices(text: string, labels: readonly string[] = []): string {
  const choices = labels.filter((label) => isLabel(label) && (LEADS_AWAY.test(label) || OF_AGE.test(label)))
  const lines = text.split('\n').flatMap((line) => (line.trim() === '' ? [''] : brokenAt(choices, line)))
  return lines.filter((line, at) => !isChoice(line, [lines[at - 1] ?? '', lines[at + 1] ?? ''])).join('\n')
}

/**
 * The same of any page, over which such a question may lie: an age of law that is offered to press, right beside a word or three that lead in or away. It
 * has to be a link, lead away itself, or stand on a page that asks for an age, for a child can write "I am under 18" as well.
 */
export function withoutOfferedAges(text: string, labels: readonly string[]): string {
  // Most pages have many lines, and hardly any of these: they are looked for where an age stands.
  const aged = linesWithAge(text)
  if (aged.length === 0) return text
  const offered = [...new Set(labels.filter(isOfferedAge))]
  const broken = offered.length === 0 ? text : withLinesOf(offered, text)
  const lines = (broken === text ? aged : linesWithAge(broken)).filter(({ line }) => isOfferedAge(line))
  if (lines.length === 0) return text
  const beside = lines.filter(
    ({ from, end }) => isDoor(lineBefore(broken, from)) || isDoor(lineBehind(broken, end)),
  )
  const asks = beside.length > 0 && asksForAge(text)
  const gone = beside.filter(({ line }) => asks || LEADS_AWAY.test(line) || offered.includes(line))
  return withoutLines(broken, gone)
}

/** The text with each of the labels that stands in one of its lines on a line of its own. */
function withLinesOf(labels: readonly string[], text: string): string {
  return text
    .split('\n')
    .flatMap((line) => (labels.some((label) => line.includes(label)) ? brokenAt(labels, line) : [line]))
    .join('\n')
}

/** A line of a text, without the blanks around it, and where it stands with them. */
interface Line {
  line: string
  from: number
  end: number
}

/** Every line in which an age of law stands. */
function linesWithAge(text: string): Line[] {
  const lines: Line[] = []
  AGES.lastIndex = 0
  for (let found = AGES.exec(text); found; found = AGES.exec(text)) {
    const from = text.lastIndexOf('\n', found.index) + 1
    const end = endOfLine(text, found.index)
    lines.push({ line: text.slice(from, end).trim(), from, end })
    AGES.lastIndex = end
  }
  return lines
}

function lineBefore(text: string, from: number): string {
  return from === 0 ? '' : text.slice(text.lastIndexOf('\n', from - 2) + 1, from - 1).trim()
}

function lineBehind(text: string, end: number): string {
  return end === text.length ? '' : text.slice(end + 1, endOfLine(text, end + 1)).trim()
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

function withoutLines(text: string, gone: readonly Line[]): string {
  if (gone.length === 0) return text
  const kept: string[] = []
  let at = 0
  for (const { from, end } of gone) {
    if (from > at) kept.push(text.slice(at, from - 1))
    at = end + 1
  }
  if (at <= text.length) kept.push(text.slice(at))
  return kept.join('\n')
}

/** "I am under 18", and nothing more. */
export function isOfferedAge(line: string): boolean {
  // Most have no age in them; words are counted last, which takes longest.
  return line.length <= LETTERS_OF_A_LABEL && OF_AGE.test(line) && !QUESTION.test(line) && isLabel(line)
}

/** A question with an age of law in it. */
export function asksForAge(text: string): boolean {
  return linesWithAge(text).some(({ line }) => QUESTION.test(line))
}

function isDoor(line: string): boolean {
  return wordsIn(line) <= WORDS_OF_A_DOOR && (LEADS_AWAY.test(line) || LEADS_IN.test(line))
}

const WORDS_OF_A_DOOR = 3

/** With each of the labels on a line of its own. */
function brokenAt(labels: readonly string[], line: string): string[] {
  return labels
    .reduce(
      (broken, label) =>
        broken.replaceAll(label, (_, at: number) => {
          const isTorn =
            (isDigitAt(broken, at - 1) && isDigitAt(broken, at)) ||
            (isDigitAt(broken, at + label.length - 1) && isDigitAt(broken, at + label.length))
          return isTorn ? label : `\n${label}\n`
        }),
      line,
    )
    .split('\n')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Whether a digit stands there: a label of digits, as numbers of pages are, may stand in a year. */
function isDigitAt(text: string, at: number): boolean {
  const letter = text.charCodeAt(at)
  return letter >= 0x30 && letter <= 0x39
}

function isChoice(line: string, beside: string[]): boolean {
  if (!isLabel(line) || QUESTION.test(line)) return false
  if (LEADS_AWAY.test(line)) return true
  return beside
    .filter(isLabel)
    .some(
      (other) =>
        (LEADS_AWAY.test(other) && LEADS_IN.test(line)) ||
        (OF_AGE.test(line) && LEADS_IN.test(other)) ||
        isSameButForAWord(line, other),
    )
}

/** "Soy mayor de edad" and "soy menor de edad". */
function isSameButForAWord(line: string, other: string): boolean {
  const [fewer = [], more = []] = [line, other]
    .map((each): string[] => each.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .sort((a, b) => a.length - b.length)
  const differing = fewer.filter((word) => !more.includes(word)).length
  return fewer.length >= LEAST_TO_COMPARE && more.length - fewer.length <= 1 && differing === 1
}

const LEAST_TO_COMPARE = 3
const QUESTION = /[?？؟]$/

function isLabel(line: string): boolean {
  return line.length <= LETTERS_OF_A_LABEL && wordsIn(line) <= LABEL_WORDS
}

function sentencesOf(lines: string[]): string[] {
  return lines.filter((line) => wordsIn(line) >= SENTENCE_WORDS)
}

function wordsIn(line: string): number {
  return line.match(WORDS)?.length ?? 0
}

/** From its first letter or digit on. */
const WORDS = /[\p{L}\p{N}]\S*/gu
const SENTENCE_WORDS = 4
const LABEL_WORDS = 6
const LETTERS_OF_A_LABEL = 40
const WORDS_OF_A_FORM = 40
const WORDS_OF_LABELS = 12
const WORDS_OF_A_GATE = 80
const LETTERS_OF_A_NOTICE = 400
const OF_LOGINS =
  /\b(?:log|sign)(?:ed|ging|ning)?[-_ ]?(?:in|up|on)\b|password|account|regist|passwor[td]|konto|einlogg|anmeld|mot de passe|connex|connect|compte|inscri|contrase|cuenta|inicia|senha|conta\b|entrar|cadastr|accedi|iscriv|wachtwoord|inlogg|lösenord|zaloguj|hasł|войти|вход|парол|увійти|giriş|şifre|masuk|sandi|đăng nhập|mật khẩu|σύνδεση|κωδικ|ログイン|パスワード|登录|登入|密码|密碼|로그인|비밀번호|تسجيل|الدخول|כניסה|התחבר|पासवर्ड|लॉग|เข้าสู่ระบบ|autentific|parol/i
const COOKIES =
  /\bcookies?\b|eväste|\bsüti|slapuk|sīkdat|küpsis|piškot|kolačić|бисквитк|vafrakök|fianáin|куки|κούκις|クッキー|쿠키|कुकी|คุกกี้|עוגיות|ملفات تعريف الارتباط/i
/** A site uses them; a baker bakes them. */
const USES =
  /\b(?:use[sd]?|using|store[sd]?|stores|website|site|settings?|policy)\b|verwend|nutz|utilis|utiliz|\busa|gebruik|używa|использ|використ|använd|kullan|menggunakan|sử dụng|χρησιμοποι|käytä|használ|použív|používa|folosi|naudo|izmanto|kasuta|uporablja|korist|използва|bruger|bruker|使用|使い|사용|משתמש|نستخدم|يستخدم|उपयोग|ใช้/i
const CHOICE =
  /\b(?:accept|agree|allow|consent|got it)\b|akzept|zustimm|einverstanden|accepter|hyväks|elfogad|souhlas|súhlas|sutinku|piekr[iī]t|nõust|sprejm|prihva|приемам|accepta|tillad|godta|zgadzam|zgod[ay]|acept|aceitar|accett|accepteren|akkoord|akcept|godkänn|принять|прийняти|kabul|terima|setuju|chấp nhận|đồng ý|αποδοχή|同意|接受|許可|허용|동의|수락|قبول|موافق|אישור|स्वीकार|ยอมรับ/i
const OF_CONSENT = new RegExp(
  `${COOKIES.source}|${CHOICE.source}|privacy|partners?\\b|tracking|datenschutz|confidentialit|privacidad|privacidade|données|datos|dados|reject|decline|manage|settings|options`,
  'i',
)

/** The ages of law, as a number of their own. */
const OF_AGE = /(?:18|19|20|21)(?<![\d.,:/-]\d\d)(?![\d.,:/%-]\d|\d)/
const AGES = new RegExp(OF_AGE.source, 'g')
/** Buttons say it in a word, with at most a few behind it: "No", "Nein, verlassen". */
const NO =
  'no|nope|nein|non|nee|nej|nei|não|nao|nie|ne|нет|ні|не|nem|ei|nē|nu|όχι|hayır|いいえ|否|不是|아니(?:오|요)|لا|לא|नहीं|ไม่(?:ใช่)?|không|tidak|bukan'
const AWAY =
  'leave|exit|get me out|go back|quitter|sortir|verlassen|zurück|salir|sair|esci|uscire|verlaten|lämna|forlad|forlat|wyjdź|opuść|уйти|выйти|покинуть|вийти|kilépés|odejít|odísť|poistu|έξοδος|çık(?:ış)?|退出|离开|離開|退場|나가기|خروج|יציאה|thoát|keluar|ieși(?:re)?'
const LEADS_AWAY = new RegExp(
  `^(?:${NO})(?:\\s*[,.!;–—-].*|\\s.*${OF_AGE.source}.*)?$|(?<!\\p{L})(?:${AWAY})(?!\\p{L})`,
  'iu',
)
const YES =
  'yes|yep|ja|oui|sí|sì|si|sim|tak|да|так|igen|ano|áno|kyllä|jah|jā|taip|da|ναι|evet|はい|是的?|예|네|نعم|כן|हाँ|ใช่|có|ya|iya'
const IN =
  'enter|continue|proceed|entrer|eintreten|betreten|weiter|entrar|entra|entrare|ga verder|gå in|gå ind|gå inn|wejdź|wejście|войти|вхід|увійти|belépés|vstoupit|vstúpiť|siirry|είσοδος|gir(?:iş)?|进入|進入|入場|입장|دخول|כניסה|vào|masuk|intră'
const LEADS_IN = new RegExp(`^(?:${YES})(?!\\p{L})|(?<!\\p{L})(?:${IN})(?!\\p{L})|${OF_AGE.source}`, 'iu')
const BIRTHDAY =
  /\b(?:enter|confirm|provide|select|choose)\b.{0,20}\b(?:date of birth|birth ?da(?:te|y)|birth year)|geburtsdatum (?:ein|an)geben|gib dein geburtsdatum|entrez votre date de naissance|introdu[cz]\p{L}* (?:tu|su) fecha de nacimiento|insira (?:a )?sua data de nascimento|inserisci la (?:tua )?data di nascita|vul je geboortedatum|podaj (?:swoją )?datę urodzenia|(?:введите|укажите) (?:свою )?дату рождения|生年月日を(?:入力|選択)|请(?:输入|选择)(?:您的)?出生日期|생년월일을 (?:입력|선택)|doğum tarihinizi/iu
/** Whoever writes down their own asks for nobody's. */
const NAMES_ITS_DATE = /(?:19|20)\d\d\D{1,3}\d{1,2}\D{1,3}\d{1,2}|\d{1,2}\D{1,3}\d{1,2}\D{1,3}(?:19|20)\d\d/

const CLOSED =
  /\b(?:not|isn['’]t|un)[ -]?(?:currently )?(?:available|accessible|viewable)\b[^.\n]{0,40}\b(?:your (?:current )?(?:country|region|location|area|territory|jurisdiction|state)|(?:most |some )?(?:european|eu) countries|the (?:eea|european (?:union|economic area))|this (?:country|region))\b|\bblocked in your (?:country|region)\b|in (?:deinem|ihrem) land (?:nicht|leider nicht) (?:verfügbar|abrufbar)|(?:pas|plus) (?:disponible|accessible) dans votre (?:pays|région)|no (?:está )?disponible en (?:tu|su) (?:país|región)|não (?:está )?disponível (?:no|em) seu país|non (?:è )?disponibile nel (?:tuo|suo) paese|niet beschikbaar in (?:jouw|uw) (?:land|regio)|(?:inte|ikke) tillgänglig i ditt land|niedostępn\p{L}* w (?:twoim|twojej|państwa) (?:kraju|regionie|lokalizacji)|недоступ\p{L}* в (?:вашей стране|вашем регионе)|ülkenizde (?:kullanılamıyor|mevcut değil|erişilemiyor)|お住まいの(?:国|地域)では|您所在的(?:国家|地区|國家|地區)|해당 (?:국가|지역)에서|غير متاح في (?:بلدك|منطقتك)/iu
/** Whom it is said to, and by whom. */
const SHUT_OUT =
  /\byour ip(?: address)? (?:has been |is |was )?(?:blocked|banned|blacklisted)\b|\b(?:vpn|proxy)(?: or (?:vpn|proxy))? (?:was )?detected\b/i
