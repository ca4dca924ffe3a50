import anyAscii from 'any-ascii'
import { parse } from 'tldts'

/** The text as a reader sees it: invisible characters gone, look-alikes and spelled-out dots written plainly. */
export function undisguise(text: string): { plain: string; spelledOut: boolean } {
  const latin = (ASCII.test(text) ? text : inLatin(text)).replace(SPACED_WORD, joinedWord)
  const plain = writeDots(latin)
  return { plain, spelledOut: plain !== latin }
}

/** Such a text holds nothing that looks like something else. */
const ASCII = /^[\0-\x7f]*$/

function inLatin(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .normalize('NFKC')
    .replace(/(?<=[\p{L}\p{N}])[。｡．․‧•∙・･](?=[\p{L}\p{N}])/gu, '.')
    .replace(BEYOND_ASCII, latinWord)
}

/** Words with such a letter. */
const BEYOND_ASCII = /(?<!\S)[^\s\x80-\uffff]*[^\0-\x7f\s]\S*/g

/** Zero-width and bidirectional characters, soft hyphen, fillers, variation selectors, tags. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/** Only words that turn into a platform's name or host are rewritten: other scripts are not disguises. */
function latinWord(word: string): string {
  if (word.length > 200) return word
  const mapped = [...word].map((character) => LOOK_ALIKES[character] ?? character).join('')
  if (isTelling(mapped)) return mapped
  // `any-ascii` writes small capitals and squared letters plainly; its transliterations of whole words are not wanted.
  const ascii = [...mapped]
    .map((character) => (DECORATED.test(character) ? anyAscii(character) : character))
    .join('')
  return isTelling(ascii.toLowerCase()) ? ascii.toLowerCase() : word
}

const DECORATED = /[\u0250-\u02af\u1d00-\u1dbf\ua730-\ua7ff\u{1f130}-\u{1f189}]/u

const SPACED_WORD = /(?<![\p{L}\p{N}])(?:[a-z][ .*_-]){2,11}[a-z](?![\p{L}\p{N}])/giu

/** "i n s t a" */
function joinedWord(spaced: string): string {
  const word = spaced.replace(/[^a-z]/gi, '')
  return TELLING.test(word.toLowerCase()) ? word : spaced
}

function isTelling(word: string): boolean {
  return !/[^\p{ASCII}]/u.test(word) && TELLING.test(word)
}

const TELLING =
  /(^|[^a-z])(insta|instagram|ig|tiktok|tik|twitter|snap|snapchat|telegram|tg|onlyfans|only|fansly|fanvue|patreon|linktree|linktr|whatsapp|discord|youtube|twitch|reddit|kik|beacons|allmylinks)([^a-z]|$)|\.(com|net|org|me|ee|gg|to|tv|ai|bio|link|co|app)(\/|$)/i

const LOOK_ALIKES: Record<string, string | undefined> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ј: 'j',
  ѕ: 's',
  ԁ: 'd',
  ԛ: 'q',
  ԝ: 'w',
  һ: 'h',
  ո: 'n',
  օ: 'o',
  А: 'A',
  В: 'B',
  Е: 'E',
  К: 'K',
  М: 'M',
  Н: 'H',
  О: 'O',
  Р: 'P',
  С: 'C',
  Т: 'T',
  У: 'Y',
  Х: 'X',
  Ѕ: 'S',
  І: 'I',
  Ј: 'J',
  к: 'k',
  м: 'm',
  т: 't',
  г: 'r',
  п: 'n',
  и: 'u',
  в: 'b',
  н: 'h',
  α: 'a',
  ε: 'e',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  γ: 'y',
  ω: 'w',
  Α: 'A',
  Β: 'B',
  Ε: 'E',
  Ζ: 'Z',
  Η: 'H',
  Ι: 'I',
  Κ: 'K',
  Μ: 'M',
  Ν: 'N',
  Ο: 'O',
  Ρ: 'P',
  Τ: 'T',
  Υ: 'Y',
  Χ: 'X',
  ı: 'i',
  ɩ: 'i',
  ӏ: 'l',
  '|': 'l',
  ɡ: 'g',
  ʟ: 'l',
  ａ: 'a',
  à: 'a',
  á: 'a',
  í: 'i',
  ì: 'i',
  ï: 'i',
  ó: 'o',
  ò: 'o',
  ö: 'o',
  é: 'e',
  è: 'e',
  ñ: 'n',
  ú: 'u',
  š: 's',
  ş: 's',
}

/** "linktr dot ee/x", "linktr[.]ee/x", "linktr . ee / x", "t dot me slash x". */
function writeDots(text: string): string {
  const opened = /[[({<]/.test(text) ? writeBracketed(text) : text
  const dotted = opened.replace(SPACED_DOT, '$1.$2')
  const spelled = SPOKEN.test(dotted) ? dotted.replace(SPELLED_ADDRESS, writtenAddress) : dotted
  return spelled.includes('/ ') ? spelled.replace(SPACED_SLASH, '$1/') : spelled
}

function writeBracketed(text: string): string {
  return text
    .replace(/\s{0,3}[[(]\s{0,3}at\s{0,3}[\])]\s{0,3}/gi, '@')
    .replace(
      /(?<=[a-z0-9])\s{0,3}[[({<]\s{0,3}(?:dot|\.|,|d0t|punto|ponto|punkt|point)\s{0,3}[\])}>]\s{0,3}(?=[a-z])/gi,
      '.',
    )
    .replace(
      /(?<=[a-z0-9])\s{0,3}[[({<]\s{0,3}(?:slash|\/|schrägstrich|barra|barre)\s{0,3}[\])}>]\s{0,3}(?=[a-z0-9_@])/giu,
      ' slash ',
    )
}

const SPACED_SLASH = /(\.(?:com|me|ee|gg|to|tv|ai|bio|link|co|app)) ?\/ @?(?=[a-z0-9_])/gi

/** A dot among blanks is only read as one inside the hosts that people disguise. */
const SPACED_DOT =
  /\b(linktr|onlyfans|fansly|instagram|tiktok|snapchat|patreon|beacons|allmylinks|t|wa|discord|youtube|twitter|facebook|reddit|fanvue|linktree|x) ?(?:\. | \.|,) ?(com|ee|me|gg|ai)\b/gi

const SPOKEN_DOT = /([ _-]{1,3}(?:dot|d0t|punto|ponto|punkt)[ _-]{1,3}|\.)/i
const SPOKEN_SLASH = / {1,3}(?:(?:forward )?slash|schrägstrich|schraegstrich|barra|ukośnik) {1,3}@?/i

/** Without one of these words no address is spelled out. */
const SPOKEN = /dot|d0t|punto|ponto|punkt|slash|strich|barra|ukośnik/iu

/** "mina dot carrd dot co slash work": labels with dots between them, then the parts of the path. */
const SPELLED_ADDRESS = new RegExp(
  `(?<![\\p{L}\\p{N}_.@-])((?:[a-z0-9-]{1,40}?${SPOKEN_DOT.source}){1,6}[a-z0-9-]{1,40})((?:${SPOKEN_SLASH.source}[a-z0-9_][\\w.~-]{0,99}){0,8})`,
  'giu',
)

/** A spoken slash says that an address is meant, whatever its ending; without one only the endings that people spell out are. */
function writtenAddress(spoken: string, host: string, _dot: string, path: string, at: number, all: string) {
  const written = host.split(SPOKEN_DOT).filter((_, index) => index % 2 === 0)
  if (path !== '') {
    const { isIcann, domain } = parse(written.join('.'))
    const isReserved = written.at(-1)?.toLowerCase() === 'example'
    return (isIcann && domain !== null) || isReserved
      ? [written.join('.'), ...pathParts(path)].join('/')
      : spoken
  }
  const isSpoken = host.replaceAll('.', '').length > written.join('').length
  const isEnded = /^(?:\s*\/|[\s.,;!?)]|$)/.test(all.slice(at + spoken.length, at + spoken.length + 10))
  return isSpoken && isEnded && ENDINGS.has(written.at(-1)?.toLowerCase() ?? '') ? written.join('.') : spoken
}

function pathParts(path: string): string[] {
  return path.split(SPOKEN_SLASH).slice(1)
}

const ENDINGS: ReadonlySet<string> = new Set(
  'com net org me ee gg to tv ai bio link co app io xyz fans page site store us uk de'.split(' '),
)
