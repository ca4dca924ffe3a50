import type { ParsedPage } from '../../evidence/page.ts'
import type { Platform } from '../platform.ts'
import { scriptState } from '../reading/embedded-state.ts'
import { profileLink } from '../reading/profile-of.ts'
import { type Found, readPage } from '../reading/read-page.ts'
import { at, flagAt, listAt, numberAt, textAt, timeAt } from '../reading/read-path.ts'
import { handleIn, partsOn } from '../reading/site-address.ts'

const HOSTS = ['tiktok.com']
const HANDLE = { pattern: /^[a-z0-9_.]{2,24}$/ }

export const platform: Platform = {
  id: 'tiktok',
  label: 'TikTok',
  kind: 'social',
  hosts: HOSTS,

  recognise(url) {
    const parts = partsOn(url, HOSTS)
    const [first, second] =
      parts?.[0] && /^[a-z]{2}(-[a-z]{2})?$/i.test(parts[0]) ? parts.slice(1) : (parts ?? [])
    if (!first?.startsWith('@') || (second !== undefined && second !== 'live')) return null
    const handle = handleIn(first, HANDLE)
    return handle ? { platform: 'tiktok', handle, url: `https://www.tiktok.com/@${handle}` } : null
  },

  request: ({ url }) => ({ url }),

  read: (response, target) =>
    readPage(response, target, {
      ownHosts: HOSTS,
      brand: /^(tiktok( - make your day)?|log ?in \| tiktok|.*videos? on tiktok|security check)$/i,
      title: /^(.+?) \(@[\w.]+\)/,
      notices: [
        {
          outcome: 'bot_challenge',
          signal: 'tiktok_verify_page',
          title: /^(tiktok-verify-page|security check)$/i,
        },
        { outcome: 'gone', signal: 'page_not_available_marker', text: /couldn['’]t find this account/i },
        {
          outcome: 'banned',
          signal: 'account_banned_words',
          text: /^.{0,200}account (was )?(permanently )?banned/is,
        },
        { outcome: 'private', signal: 'private_words', text: /this account is private/i },
      ],
      find: (page, { handle }) => fromState(page) ?? fromOlderState(page, handle),
    }),
}

/** `webapp.user-detail`; its status code tells why there is no user. */
function fromState(page: ParsedPage): Found | null {
  const scope = at(scriptState(page, '__UNIVERSAL_DATA_FOR_REHYDRATION__'), '__DEFAULT_SCOPE__')
  const detail = at(scope, 'webapp.user-detail')
  const code = numberAt(detail, 'statusCode')
  const user = at(detail, 'userInfo', 'user')
  if (code !== undefined && code !== 0) {
    const sign = SIGNS[code] ?? { outcome: 'error' as const }
    return { ...sign, signal: `tiktok_status_${code}`, parts: partsOf(detail) }
  }
  if (!textAt(user, 'uniqueId')) return null
  const parts = partsOf(detail)
  if (flagAt(user, 'privateAccount')) return { outcome: 'private', signal: 'private_account', parts }
  return { signal: 'user_detail', parts }
}

/** Before 2023, and in pages for small telephones still: `SIGI_STATE`, and before that `__NEXT_DATA__`. */
function fromOlderState(page: ParsedPage, handle: string): Found | null {
  const module = at(scriptState(page, 'SIGI_STATE'), 'UserModule')
  const key = Object.keys(at(module, 'users') ?? {}).find((name) => name.toLowerCase() === handle)
  const info =
    key === undefined
      ? at(scriptState(page, '__NEXT_DATA__'), 'props', 'pageProps', 'userInfo')
      : { user: at(module, 'users', key), stats: at(module, 'stats', key) }
  if (!textAt(info, 'user', 'uniqueId')) return null
  const parts = partsOf({ userInfo: info })
  if (flagAt(info, 'user', 'privateAccount')) return { outcome: 'private', signal: 'private_account', parts }
  return { signal: 'user_module', parts }
}

/** 10221 and 10202: no such user. 10222: private. Others (10231: not in this region) say nothing about the account. */
const SIGNS: Record<number, Pick<Found, 'outcome'> | undefined> = {
  10202: { outcome: 'gone' },
  10221: { outcome: 'gone' },
  10222: { outcome: 'private' },
}

function partsOf(detail: unknown) {
  const user = at(detail, 'userInfo', 'user')
  const handle = textAt(user, 'uniqueId')
  const count = (name: string) =>
    numberAt(detail, 'userInfo', 'statsV2', name) ?? numberAt(detail, 'userInfo', 'stats', name)
  return {
    handle,
    name: textAt(user, 'nickname'),
    bio: textAt(user, 'signature'),
    links: [profileLink(textAt(user, 'bioLink', 'link'))],
    counts: {
      followers: count('followerCount'),
      following: count('followingCount'),
      likes: count('heartCount'),
      posts: count('videoCount'),
    },
    verified: flagAt(user, 'verified'),
    pictures: [textAt(user, 'avatarLarger')],
    createdAt: timeAt(user, 'createTime'),
    posts: listAt(detail, 'userInfo', 'itemList').map((item) => ({
      url: `https://www.tiktok.com/@${handle}/video/${textAt(item, 'id') ?? ''}`,
      text: textAt(item, 'desc'),
    })),
  }
}
