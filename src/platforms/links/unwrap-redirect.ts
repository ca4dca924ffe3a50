/** The address inside a site's own "you are leaving" wrapper, or the address itself. Nothing is fetched. */
export function unwrapRedirect(address: string): string {
  const url = URL.parse(address)
  const inner = url && unwrapped(url)
  return inner === null || inner === url ? address : inner.href
}

/** The same of an address that is parsed already, which is given back itself where nothing wraps. */
export function unwrapped(url: URL): URL {
  let current = url
  for (let round = 0; round < MOST_LAYERS; round++) {
    const inner = innerAddress(current)
    if (inner === null) return current
    current = inner
  }
  return current
}

/**
 * The address that another carries, in whatever way sites send visitors on: as a parameter, percent-encoded once or twice, in base64, or behind its
 * path or fragment. Null where it carries none of another host. Share buttons carry the page that they share.
 */
export function carriedAddress(url: URL): URL | null {
  const { search, pathname, hash } = url
  // Most carry nothing at all. Of a query nobody knows before it is decoded.
  if (search === '' && !MAY_CARRY.test(pathname) && !MAY_CARRY.test(hash)) return null
  const parameters = search === '' ? [] : [...url.searchParams.values()]
  const written = [...parameters, tailOf(pathname), hash.slice(1), ...pathname.split('/')]
  for (const text of written.slice(0, MOST_WRITTEN)) {
    const inner = URL.parse(plainly(text))
    if (inner !== null && /^https?:$/.test(inner.protocol) && inner.hostname !== url.hostname)
      return unwrapped(inner)
  }
  return null
}

const MOST_WRITTEN = 30
/** How addresses begin, as they are, encoded or in base64. */
const MAY_CARRY = /https?[:%]|aHR0c/i

/** `/leave/https://…`, whose slashes servers and browsers leave as they are or take for one. */
function tailOf(path: string): string {
  return /https?(?::|%3A)\/.*$/i.exec(path)?.[0].replace(/^(https?):\/+/i, '$1://') ?? ''
}

/** Decoded as often as it is encoded; what is no address stays what it is. */
function plainly(text: string): string {
  let plain = text
  for (let layer = 0; layer < MOST_LAYERS; layer++) {
    if (/^https?:\/\//i.test(plain)) return plain
    if (BASE64_ADDRESS.test(plain)) plain = Buffer.from(plain, 'base64').toString('utf8')
    else if (/^https?%/i.test(plain)) plain = decodeURIComponentOrSame(plain)
    else return ''
  }
  return ''
}

/** `http` in base64. */
const BASE64_ADDRESS = /^aHR0c[\w+/-]{12,}={0,2}$/

const MOST_LAYERS = 4

function innerAddress(url: URL): URL | null {
  const host = url.hostname.replace(/^www\./, '')
  const wrapper = MAY_WRAP.test(host)
    ? WRAPPERS.find((known) => known.host.test(host) && known.path.test(url.pathname))
    : undefined
  if (!wrapper) return mirroredAddress(url)
  if (wrapper.parameters.length === 0) return httpAddress(decodeURIComponentOrSame(url.search.slice(1)))
  for (const parameter of wrapper.parameters) {
    const inner = httpAddress(url.searchParams.get(parameter) ?? '')
    if (inner !== null) return inner
  }
  return null
}

/**
 * The page that a mirror, an archive or a translator shows under an address of its own: behind its path, or as its host. Addresses in queries are
 * those of whoever shares a page, and no mirrors.
 */
function mirroredAddress(url: URL): URL | null {
  const { hostname, pathname } = url
  const translated = hostname.endsWith('.goog') ? TRANSLATED.exec(hostname)?.[1] : undefined
  if (translated !== undefined) return untranslated(url, translated)
  if (!MAY_CARRY.test(pathname)) return null
  const tail = tailOf(pathname)
  const encoded = pathname.split('/').find((part) => /^https?%3A/i.test(part)) ?? ''
  const inner = httpAddress(tail === '' ? decodeURIComponentOrSame(encoded) : `${tail}${url.search}`)
  return inner !== null && inner.hostname !== hostname && inner.hostname.includes('.') ? inner : null
}

const TRANSLATED = /^([\w-]+)\.translate\.goog$/

/** `my--shop-example.translate.goog` shows my-shop.example; dots are hyphens there, and hyphens two. */
function untranslated({ pathname, searchParams }: URL, host: string): URL | null {
  const name = host
    .split('--')
    .map((part) => part.replaceAll('-', '.'))
    .join('-')
  const inner = httpAddress(`https://${name}${pathname}`)
  for (const [key, value] of searchParams)
    if (!key.startsWith('_x_tr')) inner?.searchParams.append(key, value)
  return inner
}

/** No parameters: the whole query is the address. */
const WRAPPERS: { host: RegExp; path: RegExp; parameters: string[] }[] = [
  { host: /(^|\.)youtube\.com$/, path: /^\/redirect$/, parameters: ['q'] },
  { host: /^(l|lm)\.facebook\.com$/, path: /^\/l\.php$/, parameters: ['u'] },
  { host: /^(m\.)?facebook\.com$/, path: /^\/(l\.php|flx\/warn\/?)$/, parameters: ['u'] },
  { host: /^l\.(instagram|threads)\.com$/, path: /^\//, parameters: ['u'] },
  { host: /^l\.(threads\.net|wl\.co|messenger\.com)$/, path: /^\//, parameters: ['u'] },
  { host: /(^|\.)google\.[a-z.]{2,6}$/, path: /^\/url$/, parameters: ['q', 'url'] },
  { host: /^translate\.google\.[a-z.]{2,6}$/, path: /^\/(translate|website)\/?$/, parameters: ['u'] },
  { host: /^href\.li$/, path: /^\//, parameters: [] },
  { host: /^anonym\.to$/, path: /^\//, parameters: [] },
  { host: /^out\.reddit\.com$/, path: /^\//, parameters: ['url'] },
  { host: /(^|\.)tiktok\.com$/, path: /^\/link\/v2$/, parameters: ['target'] },
  { host: /(^|\.)linkedin\.com$/, path: /^\/(safety\/go|redir\/redirect)\/?$/, parameters: ['url'] },
  { host: /^gate\.sc$/, path: /^\//, parameters: ['url'] },
  { host: /^t\.umblr\.com$/, path: /^\/redirect$/, parameters: ['z'] },
  { host: /(^|\.)vk\.com$/, path: /^\/away\.php$/, parameters: ['to'] },
  { host: /(^|\.)pinterest\.com$/, path: /^\/offsite\/?$/, parameters: ['url'] },
  { host: /(^|\.)duckduckgo\.com$/, path: /^\/l\/$/, parameters: ['uddg'] },
  { host: /(^|\.)steamcommunity\.com$/, path: /^\/linkfilter\/?$/, parameters: ['url', 'u'] },
  { host: /(^|\.)deviantart\.com$/, path: /^\/users\/outgoing$/, parameters: [] },
  { host: /(^|\.)slack-redir\.net$/, path: /^\/link$/, parameters: ['url'] },
]

/** Whether any of them may: each would be asked of each link. */
const MAY_WRAP = new RegExp(WRAPPERS.map(({ host }) => `(?:${host.source})`).join('|'))

function httpAddress(text: string): URL | null {
  return URL.parse(
    /^https?:\/\//i.test(text) ? text : /^[\w-]+(\.[\w-]+)+(\/|$)/.test(text) ? `https://${text}` : '',
  )
}

function decodeURIComponentOrSame(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Translated: half-encoded text is used as it stands.
    return text
  }
}
