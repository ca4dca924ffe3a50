import type { ParsedPage } from '../../evidence/page.ts'
import type { Platform } from '../platform.ts'
import { allStates, scriptState } from '../reading/embedded-state.ts'
import { profileLink } from '../reading/profile-of.ts'
import { type Found, readPage } from '../reading/read-page.ts'
import { at, findRecord, numberAt, textAt, timeAt } from '../reading/read-path.ts'
import { handleIn, partsOn } from '../reading/site-address.ts'

const HOSTS = ['snapchat.com']
const HANDLE = { pattern: /^[a-z][a-z0-9._-]{1,14}$/ }

export const platform: Platform = {
  id: 'snapchat',
  label: 'Snapchat',
  kind: 'social',
  hosts: HOSTS,

  recognise(url) {
    const parts = partsOn(url, HOSTS)
    if (!parts || !/^(www\.|story\.|web\.|m\.)?snapchat\.com$/.test(url.hostname)) return null
    if (/^[a-z]{2}(-[a-z]{2})?$/i.test(parts[0] ?? '') && parts[1]?.startsWith('@')) parts.shift()
    const first =
      parts[0] === 'add' || parts[0] === 'u' || (parts[0] === 's' && url.hostname.startsWith('story.'))
        ? parts[1]
        : parts[0]
    if (!first || (first === parts[0] && !first.startsWith('@')) || parts.length > 2) return null
    const handle = handleIn(first, HANDLE)
    return handle ? { platform: 'snapchat', handle, url: `https://www.snapchat.com/@${handle}` } : null
  },

  request: ({ url }) => ({ url }),

  read: (response, target) =>
    readPage(response, target, {
      ownHosts: [...HOSTS, 'snap.com'],
      brand: /^(snapchat|add me on snapchat!?|log in \| snapchat)$/i,
      title: /^(.+?)(?: \(@[\w.-]+\))?(?: (?:\||on) Snapchat.*)$/i,
      find: fromState,
    }),
}

/** `publicProfileInfo` for creators, `userInfo` for everybody else. */
function fromState(page: ParsedPage): Found | null {
  const props = at(scriptState(page, '__NEXT_DATA__'), 'props', 'pageProps')
  if (textAt(props, 'pageType') === 'NOT_FOUND')
    return { outcome: 'gone', signal: 'snapchat_page_type_not_found' }
  const profile =
    at(props, 'userProfile') ??
    findRecord(allStates(page), (record) =>
      ['publicProfileInfo', 'userInfo'].some((key) => Object.hasOwn(record, key)),
    )
  const info = at(profile, 'publicProfileInfo') ?? at(profile, 'userInfo')
  const handle = textAt(info, 'username')
  if (!handle) return null
  return {
    signal: at(profile, 'publicProfileInfo') ? 'public_profile_info' : 'user_info',
    parts: {
      handle,
      name: textAt(info, 'title') ?? textAt(info, 'displayName') ?? handle,
      bio: textAt(info, 'bio'),
      links: [profileLink(textAt(info, 'websiteUrl'))],
      counts: { followers: numberAt(info, 'subscriberCount') },
      verified: at(info, 'badge') === 1 || undefined,
      pictures: [
        textAt(info, 'profilePictureUrl') ?? textAt(info, 'bitmoji3d', 'avatarImage', 'url'),
        textAt(info, 'squareHeroImageUrl'),
      ],
      createdAt: timeAt({ at: numberAt(info, 'creationTimestampMs', 'value') }, 'at'),
    },
  }
}
