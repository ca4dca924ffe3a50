import type { PageResponse } from '../../evidence/page.ts'
import type { Platform, Reading, Target } from '../platform.ts'
import { readFragment } from '../reading/html-fragment.ts'
import { profileLink, profileOf, readAs, withMore } from '../reading/profile-of.ts'
import { readApi } from '../reading/read-api.ts'
import { flagAt, listAt, numberAt, textAt, timeAt } from '../reading/read-path.ts'
import { isOnHost } from '../reading/site-address.ts'
import { readGeneric } from './generic.ts'

/**
 * Anybody can run an instance, so `https://host/@user` and `/users/user` are recognised on every host that no other
 * platform claims, and the API decides: when it does not answer as Mastodon, the page itself is asked for and read as any other.
 */
export const platform: Platform = {
  id: 'mastodon',
  label: 'Mastodon',
  kind: 'social',
  hosts: [
    'mastodon.social',
    'mastodon.online',
    'mastodon.art',
    'mastodon.world',
    'mastodon.uno',
    'mastodon.sdf.org',
    'mastodon.nl',
    'mastodon.cloud',
    'mastodonapp.uk',
    'mastodon.gamedev.place',
    'mstdn.social',
    'mstdn.jp',
    'mstdn.ca',
    'mas.to',
    'masto.ai',
    'masto.es',
    'fosstodon.org',
    'hachyderm.io',
    'infosec.exchange',
    'techhub.social',
    'troet.cafe',
    'chaos.social',
    'social.tchncs.de',
    'pawoo.net',
    'baraag.net',
    'kolektiva.social',
    'toot.community',
    'universeodon.com',
    'aus.social',
    'piaille.fr',
    'mamot.fr',
    'ioc.exchange',
    'sfba.social',
    'newsie.social',
    'tkz.one',
    'c.im',
    'tech.lgbt',
    'switter.at',
  ],

  isAnywhere: true,

  recognise(url) {
    if (!/^https?:$/.test(url.protocol) || url.port !== '' || !url.hostname.includes('.')) return null
    const path =
      /^\/(?:web\/|deck\/)?(?:@|users\/)([A-Za-z0-9_]{1,30})(?:@([a-z0-9.-]+\.[a-z]{2,}))?\/?(?:with_replies|media|featured|followers|following|about)?\/?$/.exec(
        url.pathname,
      )
    if (!path?.[1]) return null
    const host = path[2] ?? url.hostname.toLowerCase()
    const user = path[1].toLowerCase()
    return { platform: 'mastodon', handle: `${user}@${host}`, url: `https://${host}/@${user}` }
  },

  request(target) {
    const [user, host] = userAndHost(target)
    return { url: `https://${host}/api/v1/accounts/lookup?acct=${user}`, accept: 'json' }
  },

  read(response, target) {
    const reading = readApi(response, (json, status) => account(json, status, target))
    // Sites that are none refuse an API they do not have in many ways; none of them says anything about the page.
    const isAnswer = reading.signal.startsWith('mastodon_')
    const isKnown = isOnHost(userAndHost(target)[1], platform.hosts)
    return !isAnswer && !isKnown
      ? { outcome: 'error', signal: 'not_mastodon', next: { url: target.url } }
      : reading
  },

  readNext: (response, target, first) =>
    first.signal === 'not_mastodon' ? readGeneric(response) : withStatuses(response, target, first),
}

function userAndHost({ handle }: Target): [string, string] {
  const [user = '', host = ''] = handle.split('@')
  return [user, host]
}

function account(json: unknown, status: number, target: Target): Reading | null {
  if (/^record not found$/i.test(textAt(json, 'error') ?? ''))
    return { outcome: 'gone', signal: 'mastodon_record_not_found' }
  if (status === 410) return { outcome: 'gone', signal: 'http_410' }
  const id = textAt(json, 'id')
  if (status !== 200 || !id || !textAt(json, 'acct')) return null
  if (flagAt(json, 'suspended')) return { outcome: 'banned', signal: 'mastodon_suspended' }
  const note = readFragment(textAt(json, 'note'))
  const fields = listAt(json, 'fields').map((field) => ({
    name: textAt(field, 'name') ?? '',
    value: readFragment(textAt(field, 'value')),
  }))
  const next = `https://${userAndHost(target)[1]}/api/v1/accounts/${encodeURIComponent(id)}/statuses?limit=30&exclude_replies=true&exclude_reblogs=true`
  return {
    ...readAs('mastodon_account', {
      handle: textAt(json, 'username'),
      name: textAt(json, 'display_name') ?? textAt(json, 'username'),
      bio: [note.text, ...fields.map(({ name, value }) => `${name}: ${value.text}`)]
        .filter(Boolean)
        .join('\n'),
      links: [
        ...fields.flatMap(({ name, value }) => value.links.map((link) => profileLink(link.url, name))),
        ...note.links,
      ],
      counts: {
        followers: numberAt(json, 'followers_count'),
        following: numberAt(json, 'following_count'),
        posts: numberAt(json, 'statuses_count'),
      },
      verified: listAt(json, 'fields').some((field) => textAt(field, 'verified_at')) || undefined,
      pictures: [textAt(json, 'avatar'), textAt(json, 'header')],
      createdAt: timeAt(json, 'created_at'),
      unread: [note, ...fields.map(({ value }) => value)].reduce((sum, { unread }) => sum + unread, 0),
    }),
    next: { url: next, accept: 'json' },
  }
}

function withStatuses(response: PageResponse, _target: Target, first: Reading): Reading {
  const { next: _done, ...reading } = first
  if (!reading.profile || response.status !== 200) return reading
  const statuses = listAt({ list: response.json }, 'list').map((status) => ({
    url: textAt(status, 'url') ?? textAt(status, 'uri') ?? '',
    warning: textAt(status, 'spoiler_text'),
    content: readFragment(textAt(status, 'content')),
  }))
  const { posts, left } = profileOf({
    posts: statuses.map(({ url, warning, content }) => ({
      url,
      text: [warning, content.text].filter(Boolean).join('\n'),
    })),
    unread: statuses.reduce((sum, { content }) => sum + content.unread, 0),
  })
  return { ...reading, profile: withMore(reading.profile, { posts, ...(left && { left }) }) }
}
