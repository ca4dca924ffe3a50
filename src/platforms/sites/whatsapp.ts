import type { Platform } from '../platform.ts'
import { metaOf } from '../reading/page-facts.ts'
import { readPage } from '../reading/read-page.ts'
import { partsOn } from '../reading/site-address.ts'

const HOSTS = ['wa.me', 'whatsapp.com']

/** A number, a group invitation or a channel. The page names groups, channels and businesses, and says nothing of people. */
export const platform: Platform = {
  id: 'whatsapp',
  label: 'WhatsApp',
  kind: 'messenger',
  hosts: HOSTS,

  recognise(url) {
    const parts = partsOn(url, HOSTS)
    if (!parts) return null
    const isSend = parts[0] === 'send' && /^(api|web|www)\./.test(url.hostname)
    const number = (
      isSend
        ? (url.searchParams.get('phone') ?? '')
        : url.hostname === 'wa.me'
          ? (parts[parts[0] === 'c' ? 1 : 0] ?? '')
          : parts[0] === 'catalog'
            ? (parts[1] ?? '')
            : ''
    ).replace(/[\s+()-]/g, '')
    if (/^\d{7,15}$/.test(number))
      return { platform: 'whatsapp', handle: number, url: `https://wa.me/${number}` }
    const [first = '', second = ''] = parts
    const code = url.hostname.startsWith('chat.') ? (first === 'invite' ? second : first) : ''
    if (/^[A-Za-z0-9]{18,24}$/.test(code))
      return { platform: 'whatsapp', handle: code, url: `https://chat.whatsapp.com/${code}` }
    const isChannel = first === 'channel' && /^[A-Za-z0-9]{18,30}$/.test(second)
    return isChannel
      ? { platform: 'whatsapp', handle: second, url: `https://whatsapp.com/channel/${second}` }
      : null
  },

  request: ({ url }) => ({ url }),

  read: (response, target) =>
    readPage(response, target, {
      ownHosts: HOSTS,
      brand: /^(whatsapp( messenger| group invite| channel invite)?|share on whatsapp)$/i,
      title: /^(.+?)(?: \| WhatsApp.*)$/i,
      notices: [
        {
          outcome: 'gone',
          signal: 'whatsapp_invite_revoked_words',
          text: /(invite link (was|has been) reset|couldn['’]t find (this|that) (group|channel)|phone number shared via url is invalid)/i,
        },
      ],
      openGraph: false,
      find(page) {
        const title = metaOf(page, 'og:title') ?? ''
        const name = title.replace(/ \| WhatsApp.*$/i, '').replace(/^\+?[\d\s()-]+$/, '')
        if (name === '' || /^(whatsapp.*|share on whatsapp)$/i.test(name)) return null
        const bio = metaOf(page, 'og:description')
        const isFurniture =
          /^(whatsapp group invite|whatsapp messenger: more than|business account|chat on whatsapp)/i.test(
            bio ?? '',
          )
        return {
          signal: 'open_graph',
          parts: { name, bio: isFurniture ? undefined : bio, pictures: [metaOf(page, 'og:image')] },
        }
      },
    }),
}
