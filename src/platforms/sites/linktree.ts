import type { ParsedPage } from '../../evidence/page.ts'
import type { Platform, ProfileLink } from '../platform.ts'
import { allStates, scriptState } from '../reading/embedded-state.ts'
import { profileLink } from '../reading/profile-of.ts'
import { type Found, readPage } from '../reading/read-page.ts'
import { at, findRecord, flagAt, hasKeys, listAt, textAt, timeAt } from '../reading/read-path.ts'
import { handleIn, partsOn } from '../reading/site-address.ts'

const HOSTS = ['linktr.ee', 'linktree.com']
const HANDLE = {
  pattern: /^[a-z0-9._-]{2,50}$/,
  reserved: `
    admin api blog discover help login marketplace pricing privacy register s search templates terms
    about`,
}

export const platform: Platform = {
  id: 'linktree',
  label: 'Linktree',
  kind: 'hub',
  hosts: HOSTS,

  recognise(url) {
    const parts = partsOn(url, HOSTS)
    if (!parts || parts.length > 2 || (parts[1] !== undefined && !/^(shop|store|links)$/.test(parts[1])))
      return null
    const handle = handleIn(parts[0], HANDLE)
    return handle ? { platform: 'linktree', handle, url: `https://linktr.ee/${handle}` } : null
  },

  lookUp: (handle) => platform.recognise(new URL(`https://linktr.ee/${encodeURIComponent(handle)}`)),

  request: ({ url }) => ({ url }),

  read: (response, target) =>
    readPage(response, target, {
      ownHosts: HOSTS,
      brand: /^(linktree™?|link in bio tool.*)$/i,
      title: /^@?(.+?)(?: \| .*)? \| Linktree/i,
      notices: [
        {
          outcome: 'banned',
          signal: 'linktree_blocked_words',
          text: /linktree (you['’]re|you are) trying to (visit|view) has been (blocked|removed|suspended)|(profile|linktree) has been (blocked|suspended)|violat\w+ (of )?our (community standards|terms)/i,
        },
        {
          outcome: 'gone',
          signal: 'page_not_available_marker',
          text: /the page you['’]re looking for doesn['’]t exist/i,
        },
      ],
      find: fromState,
    }),
}

function fromState(page: ParsedPage): Found | null {
  const props = at(scriptState(page, '__NEXT_DATA__'), 'props', 'pageProps')
  if (at(props, 'statusCode') === 404) return { outcome: 'gone', signal: 'linktree_status_404' }
  const account =
    at(props, 'account') ??
    // Under the newer router the same account stands in a row of its own.
    findRecord(allStates(page), (record) => hasKeys('username', 'links', 'pageTitle')(record))
  const handle = textAt(account, 'username')
  if (!handle) return null
  if (flagAt(account, 'isActive') === false) return { outcome: 'gone', signal: 'linktree_inactive' }
  const links = listAt(props, 'links').length > 0 ? listAt(props, 'links') : listAt(account, 'links')
  const socials =
    listAt(props, 'socialLinks').length > 0 ? listAt(props, 'socialLinks') : listAt(account, 'socialLinks')
  return {
    signal: 'linktree_account',
    parts: {
      handle,
      name: textAt(account, 'pageTitle') ?? handle,
      bio: textAt(account, 'description'),
      links: [
        ...links.flatMap(linksOf),
        ...socials.map((social) => profileLink(textAt(social, 'url'), textAt(social, 'type'))),
      ],
      verified: flagAt(account, 'isVerified'),
      pictures: [textAt(account, 'profilePictureUrl')],
      adult: links.some(isGatedForAdults) || undefined,
      createdAt: timeAt(account, 'createdAt'),
    },
  }
}

/** A group carries its links inside. */
function linksOf(link: unknown): (ProfileLink | null)[] {
  return [profileLink(textAt(link, 'url'), textAt(link, 'title')), ...listAt(link, 'links').flatMap(linksOf)]
}

/** The creator put an age or sensitive-content gate before the link. */
function isGatedForAdults(link: unknown): boolean {
  const gates = [
    textAt(link, 'locked', 'type'),
    textAt(link, 'locked', 'reason'),
    ...listAt(link, 'rules', 'gate', 'activeOrder'),
  ]
  return gates.some((gate) => typeof gate === 'string' && /age|sensitive/i.test(gate))
}
