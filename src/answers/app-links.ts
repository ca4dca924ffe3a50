/**
 * Links that open an app instead of a page: what the app would open stands in them, and has an address of the web. Beside each way to write one
 * the address that stands for it; `<name>` is somebody's name, id, code or number.
 */
const APPS: readonly (readonly [app: string, web: string])[] = [
  ['tg://resolve?domain=<name>', 'https://t.me/<name>'],
  ['tg://resolve?phone=<name>', 'https://t.me/+<name>'],
  ['tg://join?invite=<name>', 'https://t.me/+<name>'],
  ['whatsapp://send?phone=<name>', 'https://wa.me/<name>'],
  ['whatsapp://chat?code=<name>', 'https://chat.whatsapp.com/<name>'],
  ['instagram://user?username=<name>', 'https://www.instagram.com/<name>'],
  ['barcelona://user?username=<name>', 'https://www.threads.com/@<name>'],
  ['snapchat://add/<name>', 'https://www.snapchat.com/add/<name>'],
  ['twitter://user?screen_name=<name>', 'https://x.com/<name>'],
  ['fb://profile/<name>', 'https://www.facebook.com/<name>'],
  ['fb://page/<name>', 'https://www.facebook.com/<name>'],
  ['fb-messenger://user-thread/<name>', 'https://m.me/<name>'],
  ['discord://-/invite/<name>', 'https://discord.gg/<name>'],
  ['discord://invite/<name>', 'https://discord.gg/<name>'],
  ['kik://users/<name>/profile', 'https://kik.me/<name>'],
  ['kik://users/<name>', 'https://kik.me/<name>'],
  ['twitch://stream/<name>', 'https://www.twitch.tv/<name>'],
  ['twitch://open?stream=<name>', 'https://www.twitch.tv/<name>'],
  ['tumblr://x-callback-url/blog?blogName=<name>', 'https://www.tumblr.com/<name>'],
  ['venmo://paycharge?recipients=<name>', 'https://venmo.com/<name>'],
  ['spotify:artist:<name>', 'https://open.spotify.com/artist/<name>'],
  ['spotify:user:<name>', 'https://open.spotify.com/user/<name>'],
  ['line://ti/p/<name>', 'https://line.me/ti/p/<name>'],
]

/** Links that call or write to a number. */
const CALLS = [
  'tel:<name>',
  'sms:<name>',
  'smsto:<name>',
  'callto:<name>',
  'facetime:<name>',
  'facetime-audio:<name>',
  'skype:<name>',
  'viber://chat?number=<name>',
  'viber://add?number=<name>',
  'viber://contact?number=<name>',
]

/** The page that a link of an app stands for; any other address as it is. */
export function webAddressOf(address: string): string {
  // Most are.
  if (address.startsWith('http')) return address
  const scheme = SCHEME.exec(address)?.[1]?.toLowerCase()
  if (scheme === undefined || !OF_APPS.has(scheme)) return address
  // Some apps take the address of the page itself: `sgnl://signal.me/#p/+1`.
  if (WEB_BEHIND.test(address)) return address.replace(SCHEME, 'https:')
  for (const { form, web } of apps) {
    const name = nameIn(form, address)
    if (name !== null && NAME.test(name)) return web.replace('<name>', () => name.replace(/^[+@]/, ''))
  }
  return address
}

/** The number that a link calls, its digits alone and the `+` before them; null where it calls none. */
export function phoneIn(address: string): string | null {
  const scheme = SCHEME.exec(address)?.[1]?.toLowerCase()
  if (scheme === undefined || !THAT_CALL.has(scheme)) return null
  for (const form of calls) {
    const number = nameIn(form, address)?.replace(/;.*$/, '').trim()
    if (number !== undefined && PHONE.test(number)) return number.replace(/[^\d+]/g, '')
  }
  return null
}

const SCHEME = /^([a-z][a-z\d+.-]{0,30}):/i
const WEB_BEHIND = /^[a-z][a-z\d+.-]{0,30}:\/\/(?:[a-z\d-]{1,63}\.){1,4}[a-z]{2,24}(?:[/?#]|$)/i
const NAME = /^[@+]?[\w.~:-]{1,100}$/
const PHONE = /^\+?[\d\s()./-]{6,25}$/

interface Form {
  scheme: string
  path: RegExp
  /** The parameter in which the name stands; null where it stands in the path. */
  parameter: string | null
}

const apps = APPS.map(([app, web]) => ({ form: formOf(app), web }))
const calls = CALLS.map(formOf)
const OF_APPS = new Set([...apps.map(({ form }) => form.scheme), 'sgnl', 'youtube', 'vnd.youtube'])
const THAT_CALL = new Set(calls.map(({ scheme }) => scheme))

function formOf(text: string): Form {
  const { scheme, path, query } = partsOf(text)
  const escaped = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace('<name>', '(.+)')
  return {
    scheme,
    path: new RegExp(`^${escaped}$`, 'i'),
    parameter: query.includes('<name>') ? query.replace('=<name>', '') : null,
  }
}

/** Browsers take one for the other: `tg:resolve`, `tg://resolve/`. */
function partsOf(address: string): { scheme: string; path: string; query: string } {
  const at = address.indexOf(':')
  const [front = '', query = ''] =
    address
      .slice(at + 1)
      .split('#', 1)[0]
      ?.split('?', 2) ?? []
  return { scheme: address.slice(0, at).toLowerCase(), path: front.replace(/^\/+|\/+$/g, ''), query }
}

function nameIn({ scheme, path, parameter }: Form, address: string): string | null {
  const parts = partsOf(address)
  if (parts.scheme !== scheme) return null
  const match = path.exec(parts.path)
  if (match === null) return null
  // A plus before a number is mostly left as it is.
  const query = new URLSearchParams(parts.query.replace(/\+/g, '%2B'))
  return parameter === null ? decoded(match[1] ?? '') : query.get(parameter)?.trim() || null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text).trim()
  } catch {
    return text
  }
}
