import type { PageResponse, ParsedPage } from '../../evidence/page.ts'
import type { Platform, Reading } from '../platform.ts'
import { metaOf, outwardLinks } from '../reading/page-facts.ts'
import { parseCount } from '../reading/parse-count.ts'
import { distinctLinks, profileLink } from '../reading/profile-of.ts'
import { type Found, readPage } from '../reading/read-page.ts'
import { handleIn, partsOn, subdomainOn } from '../reading/site-address.ts'

const HOSTS = ['t.me', 'telegram.me', 'telegram.dog']
const FURNITURE = [...HOSTS, 'telegram.org', 'telesco.pe']
const HANDLE = {
  pattern: /^[a-z][a-z0-9_]{3,31}$/,
  reserved: `
    addstickers addemoji addtheme addlist boost confirmphone contact giftcode iframe invoice
    joinchat login msg proxy setlanguage share socks stickers faq apps privacy blog`,
}

export const platform: Platform = {
  id: 'telegram',
  label: 'Telegram',
  kind: 'messenger',
  hosts: HOSTS,

  recognise(url) {
    const parts = partsOn(url, HOSTS)
    if (!parts) return null
    const own = subdomainOn(url, HOSTS)
    const first = own ?? (parts[0] === 's' ? parts[1] : parts[0])
    if (own ? parts.length > 0 : parts.length > (parts[0] === 's' ? 2 : 1)) return null
    const handle = handleIn(first, HANDLE)
    return handle ? { platform: 'telegram', handle, url: `https://t.me/${handle}` } : null
  },

  request: ({ url }) => ({ url }),

  read(response, target) {
    const reading = readPage(response, target, {
      ownHosts: FURNITURE,
      brand: /^telegram( messenger)?$/i,
      notices: [
        {
          outcome: 'banned',
          signal: 'telegram_channel_blocked',
          text: /this (channel|group|bot|account) (can['’]?t|cannot) be displayed because it (violated|was used)|is unavailable due to (copyright infringement|violat\w+)/i,
        },
      ],
      openGraph: false,
      find: (page, { handle }) => fromMeta(page, handle),
    })
    const isChannel = reading.profile?.counts.followers !== undefined
    return reading.outcome === 'ok' && isChannel
      ? { ...reading, next: { url: `https://t.me/s/${target.handle}` } }
      : reading
  },

  readNext: withPreview,
}

/** Every answer is 200. A name nobody has shows `Telegram: Contact @name` as its title and asks not to be indexed. */
function fromMeta(page: ParsedPage, handle: string): Found | null {
  const title = metaOf(page, 'og:title')
  if (!title || /^telegram( messenger| –.*)?$/i.test(title)) return null
  if (/can(['’]?t|not) be displayed because/i.test(page.text)) return null
  if (/^telegram: (contact|view|join|launch) @/i.test(title)) {
    return /noindex/i.test(metaOf(page, 'robots') ?? '')
      ? { outcome: 'gone', signal: 'telegram_contact_only' }
      : null
  }
  const [members, noun] =
    /^([\d {2}]+) (subscribers?|members?|monthly users?)/m.exec(page.text)?.slice(1) ?? []
  const bio = metaOf(page, 'og:description')
  const picture = metaOf(page, 'og:image')
  return {
    signal: 'open_graph',
    parts: {
      handle,
      name: title,
      bio: /^(you can (contact|view and join) @|if you have telegram)/i.test(bio ?? '')
        ? undefined
        : bio?.replace(/\t/g, '\n'),
      links: outwardLinks(page, FURNITURE),
      counts: { [noun?.startsWith('subscriber') ? 'followers' : 'members']: parseCount(members) },
      pictures: picture?.includes('telegram.org') ? [] : [picture],
    },
  }
}

/** `/s/name`: the last messages. They come as one text, since the parsed page keeps no markup to part them by. */
function withPreview(response: PageResponse, _target: unknown, first: Reading): Reading {
  const { next: _done, ...reading } = first
  const page = response.page
  if (!page || !reading.profile || response.status !== 200 || response.finalUrl !== response.requestedUrl)
    return reading
  const links = outwardLinks(page, FURNITURE)
  const posts = page.text ? [{ url: response.finalUrl, text: page.text }] : []
  const profile = {
    ...reading.profile,
    links: distinctLinks([
      ...reading.profile.links,
      ...links.map((link) => profileLink(link.url, link.label)),
    ]),
    posts,
  }
  return { ...reading, profile }
}
