import type { ParsedPage } from '../../evidence/page.ts'
import type { Platform } from '../platform.ts'
import { allStates, scriptState } from '../reading/embedded-state.ts'
import { readFragment } from '../reading/html-fragment.ts'
import { outwardLinks } from '../reading/page-facts.ts'
import { profileLink } from '../reading/profile-of.ts'
import { type Found, readPage } from '../reading/read-page.ts'
import {
  at,
  findRecord,
  findRecords,
  flagAt,
  hasKeys,
  numberAt,
  textAt,
  timeAt,
} from '../reading/read-path.ts'
import { handleIn, partsOn } from '../reading/site-address.ts'

const HOSTS = ['patreon.com']
const FURNITURE = [...HOSTS, 'patreonusercontent.com', 'zendesk.com']
const HANDLE = {
  pattern: /^[a-z0-9_-]{2,64}$/,
  reserved: `
    about apps api bepatron blog careers checkout create explore file home legal login logout
    messages notifications platform policy portal posts press pricing privacy product resources
    search settings signup collection media oauth2`,
}
const TABS = [
  'posts',
  'about',
  'membership',
  'shop',
  'collections',
  'community',
  'home',
  'gift',
  'chats',
  'overview',
]

export const platform: Platform = {
  id: 'patreon',
  label: 'Patreon',
  kind: 'paid',
  hosts: HOSTS,

  recognise(url) {
    const parts = partsOn(url, HOSTS)
    if (!parts) return null
    if (/^[a-z]{2}-[A-Z]{2}$/.test(parts[0] ?? '')) parts.shift()
    if (parts[0] === 'user') {
      const id = url.searchParams.get('u') ?? ''
      return /^\d{1,12}$/.test(id)
        ? { platform: 'patreon', handle: id, url: `https://www.patreon.com/user?u=${id}` }
        : null
    }
    const [first, tab] = ['c', 'cw', 'join', 'checkout'].includes(parts[0] ?? '') ? parts.slice(1) : parts
    if (tab !== undefined && !TABS.includes(tab)) return null
    const handle = handleIn(first, HANDLE)
    return handle ? { platform: 'patreon', handle, url: `https://www.patreon.com/${handle}` } : null
  },

  request: ({ url }) => ({ url }),

  read: (response, target) =>
    readPage(response, target, {
      ownHosts: FURNITURE,
      brand: /^(patreon|best way for artists and creators.*|log in( \| patreon)?)$/i,
      title: /^(?:get more from )?(.+?)(?: on Patreon| \| (?:creating .*\| )?Patreon| is creating .*)$/i,
      notices: [
        {
          outcome: 'banned',
          signal: 'patreon_page_removed_words',
          text: /this (page|creator) has been (removed|suspended)|page is under review/i,
        },
        {
          outcome: 'gone',
          signal: 'page_not_available_marker',
          text: /this page could not be found|page not found/i,
        },
      ],
      find: fromState,
    }),
}

function fromState(page: ParsedPage): Found | null {
  const states = [scriptState(page, '__NEXT_DATA__'), ...allStates(page)]
  if (findRecord(states, (record) => at(record, 'campaignDisciplinaryStatus') === 'suspended')) {
    return { outcome: 'banned', signal: 'patreon_campaign_suspended' }
  }
  const campaign = findRecord(states, hasKeys('creation_name', 'is_nsfw'))
  if (!textAt(campaign, 'name')) return null
  const summary = readFragment(textAt(campaign, 'summary'))
  const socials = findRecords(states, hasKeys('app_name', 'external_profile_url'))
  return {
    signal: 'campaign',
    parts: {
      handle:
        textAt(campaign, 'vanity') ??
        /patreon\.com\/(?:c\/)?([^/?]+)$/.exec(textAt(campaign, 'url') ?? '')?.[1],
      name: textAt(campaign, 'name'),
      bio: [textAt(campaign, 'creation_name'), summary.text].filter(Boolean).join('\n\n'),
      links: [
        ...socials.map((social) =>
          profileLink(textAt(social, 'external_profile_url'), textAt(social, 'app_name')),
        ),
        ...summary.links,
        ...outwardLinks(page, FURNITURE),
      ],
      counts: {
        members: numberAt(campaign, 'patron_count'),
        paid_members: numberAt(campaign, 'paid_member_count'),
        posts: numberAt(campaign, 'creation_count'),
      },
      pictures: [textAt(campaign, 'avatar_photo_url'), textAt(campaign, 'image_url')],
      adult: flagAt(campaign, 'is_nsfw') || undefined,
      unread: summary.unread,
      createdAt: timeAt(campaign, 'created_at') ?? timeAt(campaign, 'published_at'),
    },
  }
}
