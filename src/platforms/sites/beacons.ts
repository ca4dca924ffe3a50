import type { ParsedPage } from '../../evidence/page.ts'
import type { Platform } from '../platform.ts'
import { allStates } from '../reading/embedded-state.ts'
import { jsonLdFacts, metaOf, outwardLinks } from '../reading/page-facts.ts'
import { profileLink } from '../reading/profile-of.ts'
import { type Found, properName, readPage } from '../reading/read-page.ts'
import { findRecords, hasKeys, textAt } from '../reading/read-path.ts'
import { handleIn, partsOn } from '../reading/site-address.ts'

const HOSTS = ['beacons.ai', 'beacons.page']
const FURNITURE = [...HOSTS, 'beacons.com']
const HANDLE = {
  pattern: /^[a-z0-9._-]{2,60}$/,
  reserved: 'i login signup pricing blog app api account home about privacy terms support _next',
}
const TITLES = {
  brand: /^(beacons( ai)?|beacons \| .*|.* - beacons ai|mobile websites for creators.*)$/i,
  title: /^@?(.+?)(?: ?[|·-] ?(?:link in bio|beacons).*)$/i,
}

export const platform: Platform = {
  id: 'beacons',
  label: 'Beacons',
  kind: 'hub',
  hosts: HOSTS,

  recognise(url) {
    const parts = partsOn(url, HOSTS)
    if (
      !parts ||
      parts.length > 2 ||
      (parts[1] !== undefined && !/^(store|shop|mediakit|links)$/.test(parts[1]))
    )
      return null
    const handle = handleIn(parts[0], HANDLE)
    return handle ? { platform: 'beacons', handle, url: `https://beacons.ai/${handle}` } : null
  },

  request: ({ url }) => ({ url }),

  read: (response, target) =>
    readPage(response, target, {
      ...TITLES,
      ownHosts: FURNITURE,
      notices: [
        {
          outcome: 'gone',
          signal: 'beacons_does_not_exist_words',
          text: /does not seem to exist anymore|page (you are looking for )?doesn['’]t exist/i,
        },
        {
          outcome: 'banned',
          signal: 'beacons_suspended_words',
          text: /this (account|page) has been (suspended|deactivated) (for|due to) violat/i,
        },
      ],
      find: fromPage,
      openGraph: false,
    }),
}

/** JSON-LD `sameAs` holds the social accounts; the blocks of links stand in the server component rows. */
function fromPage(page: ParsedPage): Found | null {
  const person = jsonLdFacts(page)
  const name = person?.name ?? properName(metaOf(page, 'og:title') ?? page.title, TITLES)
  if (!name || /does not seem to exist/i.test(page.text)) return null
  const rows = findRecords(
    allStates(page),
    (record) => hasKeys('url', 'title')(record) && textAt(record, 'url') !== undefined,
  )
  return {
    signal: person ? 'json_ld' : 'open_graph',
    parts: {
      ...person,
      name,
      bio: person?.bio ?? metaOf(page, 'og:description', 'description'),
      links: [
        ...(person?.links ?? []),
        ...rows.map((row) => profileLink(textAt(row, 'url'), textAt(row, 'title'))),
        ...outwardLinks(page, FURNITURE),
      ],
      pictures: [...(person?.pictures ?? []), metaOf(page, 'og:image')],
    },
  }
}
