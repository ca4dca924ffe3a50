/** Accounts that a text names without an address: "insta: name", "ig @name", "@name on tiktok", "snap 👻 name". */
export function findNamedAccounts(text: string): { url: string; label: string }[] {
  const found: { url: string; label: string }[] = []
  const add = (words: string, handle: string, label: string) => {
    for (const word of words.split(/[^a-z0-9.$ ]+/i)) {
      const url = accountUrl(word, handle)
      if (url) found.push({ url, label: label.trim() })
    }
  }
  for (const match of TELLS_OF_NAMES.test(text) ? text.matchAll(WORD_THEN_NAME) : []) {
    const { words = '', separator = '', handle = '' } = match.groups ?? {}
    const end = match.index + match[0].length
    if (isPreposition(words, separator, text.slice(Math.max(0, match.index - 5), match.index))) continue
    if (isMeant(words, separator, handle, text.slice(end, end + 5))) add(words, handle, match[0])
  }
  for (const match of text.includes('@') ? text.matchAll(NAME_THEN_WORD) : [])
    add(match.groups?.words ?? '', match.groups?.handle ?? '', match[0])
  for (const match of text.matchAll(WHATSAPP_NUMBER)) {
    const number = (match[1] ?? '').replace(/\D/g, '')
    if (number.length >= 8) found.push({ url: `https://wa.me/${number}`, label: match[0].trim() })
  }
  return found
}

/** Words for a site, what its handles look like, and how its addresses are made. */
const SITES: { words: string; handle: RegExp; url: (handle: string) => string }[] = [
  {
    words: 'insta instagram ig inst igram',
    handle: /^[a-z0-9_](?:[a-z0-9_.]{0,28}[a-z0-9_])?$/,
    url: (name) => `https://www.instagram.com/${name}/`,
  },
  {
    words: 'tiktok tt tik tok tiktoks',
    handle: /^[a-z0-9_.]{2,24}$/,
    url: (name) => `https://www.tiktok.com/@${name}`,
  },
  { words: 'twitter x twt', handle: /^[a-z0-9_]{2,15}$/, url: (name) => `https://x.com/${name}` },
  {
    words: 'snap snapchat sc snapp',
    handle: /^[a-z][a-z0-9._-]{2,14}$/,
    url: (name) => `https://www.snapchat.com/@${name}`,
  },
  {
    words: 'tg telegram tele telegr',
    handle: /^[a-z][a-z0-9_]{3,31}$/,
    url: (name) => `https://t.me/${name}`,
  },
  {
    words: 'of onlyfans onlyfan 0nlyfans o.f',
    handle: /^[a-z0-9_.-]{3,50}$/,
    url: (name) => `https://onlyfans.com/${name}`,
  },
  { words: 'fansly', handle: /^[a-z0-9_-]{3,32}$/, url: (name) => `https://fansly.com/${name}` },
  { words: 'fanvue', handle: /^[a-z0-9_.-]{3,40}$/, url: (name) => `https://www.fanvue.com/${name}` },
  { words: 'youtube yt', handle: /^[a-z0-9_.-]{3,30}$/, url: (name) => `https://www.youtube.com/@${name}` },
  { words: 'twitch ttv', handle: /^[a-z0-9_]{3,25}$/, url: (name) => `https://www.twitch.tv/${name}` },
  { words: 'reddit', handle: /^[a-z0-9_-]{3,20}$/, url: (name) => `https://www.reddit.com/user/${name}/` },
  { words: 'fb facebook', handle: /^[a-z0-9.]{5,50}$/, url: (name) => `https://www.facebook.com/${name}` },
  { words: 'threads', handle: /^[a-z0-9_.]{2,30}$/, url: (name) => `https://www.threads.com/@${name}` },
  { words: 'patreon', handle: /^[a-z0-9_-]{2,64}$/, url: (name) => `https://www.patreon.com/${name}` },
  { words: 'linktree', handle: /^[a-z0-9._-]{2,50}$/, url: (name) => `https://linktr.ee/${name}` },
  { words: 'kofi', handle: /^[a-z0-9_]{3,40}$/, url: (name) => `https://ko-fi.com/${name}` },
  { words: 'kick', handle: /^[a-z0-9_-]{3,25}$/, url: (name) => `https://kick.com/${name}` },
  { words: 'kik', handle: /^[a-z0-9._]{2,20}$/, url: (name) => `https://kik.me/${name}` },
  { words: 'cashapp', handle: /^[a-z0-9_-]{2,20}$/, url: (name) => `https://cash.app/$${name}` },
]

const WORD =
  'insta(?:gram)?|inst|igram|ig|tik ?toks?|tt|twitter|twt|x|snap(?:chat)?|snapp|sc|telegr(?:am)?|tele|tg|[o0]nly ?fans?|of|o\\.f|fansly|fanvue|youtube|yt|twitch|ttv|reddit|facebook|fb|threads|patreon|linktree|ko-?fi|kick|kik|cash ?app'
const HANDLE = '[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,48}[A-Za-z0-9_])?'

const WORD_THEN_NAME = new RegExp(
  `(?<![\\p{L}\\p{N}@./_-])(?<words>(?:${WORD})(?:\\s?[/&+,|]\\s?(?:${WORD}))*)(?<separator>[\\s:：=>~→➡👉⇨»|👻📩📲📱💌-]{1,8}(?:u/|\\$)?@?|@)(?<handle>${HANDLE})`,
  'giu',
)
const NAME_THEN_WORD = new RegExp(
  `(?<![\\p{L}\\p{N}./_-])@(?<handle>${HANDLE})\\s{0,3}(?:(?:on|at|auf|en|sur|su|no|em)\\s{1,3}(?:my\\s{1,3})?|[(\\[|–-]\\s{0,3})(?<words>(?:${WORD})(?:\\s?(?:[/&+,]|and|und|y)\\s?(?:${WORD}))*)(?![\\p{L}\\p{N}:@._/])`,
  'giu',
)
const WHATSAPP_NUMBER = /(?:whats ?app|wapp|\bwa)[\s:：=>→👉-]{0,6}(\+?\d[\d ().-]{7,18}\d)/giu

/** What `isMeant` asks for; where none stands, no word has to be looked at. */
const TELLS_OF_NAMES = /[@:：=>~→➡👉⇨»👻📩📲|-]|u\//iu

/** A colon, an arrow or an `@` says that a name follows; a blank alone says nothing, nor does a following address. */
function isMeant(words: string, separator: string, handle: string, rest: string): boolean {
  if (/^(:\/\/|\/|\.[a-z])/i.test(rest) || /^(https?|www)$/i.test(handle)) return false
  if (/(@|u\/)$/i.test(separator)) return true
  if (!/[:：=>~→➡👉⇨»👻📩📲|-]/u.test(separator)) return false
  // "TikTok - Make Your Day": what follows a dash in capitals is a slogan.
  if (/^\s*-\s*$/.test(separator) && /^\p{Lu}\p{Ll}/u.test(handle) && /^\s\p{Lu}/u.test(rest)) return false
  if (/^\s*-$/.test(separator) || (words.length < 3 && !/[:：=>→➡👉]/u.test(separator))) return false
  return (
    !NO_NAMES.has(handle.toLowerCase()) &&
    !/\.(com|net|org|me|ee|gg|to|tv|ai|bio|link|co|app|io)$/i.test(handle)
  )
}

const NO_NAMES: ReadonlySet<string> = new Set(
  'a add all and at below bio check click coming content daily dm dms exclusive follow for free from here http https in is link links me message more my name new no none not now of on only or same see soon stories sub the this to up us username videos vip with you your'.split(
    ' ',
  ),
)

function accountUrl(word: string, handle: string): string | null {
  const key = word.trim().toLowerCase().replace(/ /g, '')
  const name = handle.toLowerCase().replace(/[.-]+$/, '')
  const site = SITES.find(({ words }) => words.split(' ').includes(key))
  return site?.handle.test(name) ? site.url(name) : null
}

/** "one of: many" is English, "of: name" on a line of its own is OnlyFans. */
function isPreposition(words: string, separator: string, before: string): boolean {
  return words === 'of' && !separator.includes('@') && !/(^|[\n|•·])\s*$/.test(before)
}
