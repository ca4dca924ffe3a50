import type { ParsedPage } from '../../evidence/page.ts'
import type { Platform, ProfileLink } from '../platform.ts'
import { allStates } from '../reading/embedded-state.ts'
import { profileLink } from '../reading/profile-of.ts'
import { plainFacts, readPage } from '../reading/read-page.ts'
import { findRecords, textAt } from '../reading/read-path.ts'
import { handleIn, isOnHost, partsOn } from '../reading/site-address.ts'

/** Sites whose pages are a name, a picture and a list of links; one reader serves them all. */
const HOSTS = [
  'about.me',
  'ayo.so',
  'bento.me',
  'bio.fm',
  'bio.link',
  'bio.site',
  'biolinky.co',
  'bit.bio',
  'campsite.bio',
  'campsite.to',
  'contactin.bio',
  'contactinbio.com',
  'direct.me',
  'feedlink.io',
  'flow.page',
  'flowcode.com',
  'followmy.link',
  'getallmylinks.com',
  'gravatar.com',
  'guns.lol',
  'heylink.me',
  'hoo.be',
  'hopp.bio',
  'instabio.cc',
  'keepo.bio',
  'koji.to',
  'komi.io',
  'liinks.co',
  'link.me',
  'linkbio.co',
  'linkfly.to',
  'linkin.bio',
  'linkpop.com',
  'linkr.bio',
  'linktw.in',
  'lit.link',
  'lnk.bio',
  'lynxinbio.com',
  'magic.ly',
  'many.bio',
  'many.link',
  'manylink.co',
  'mez.ink',
  'milkshake.app',
  'msha.ke',
  'onlylinks.to',
  'pillar.io',
  'pop.bio',
  'shor.by',
  'sleek.bio',
  'snip.bio',
  'snipfeed.co',
  'solo.to',
  'stan.store',
  'tap.bio',
  'taplink.cc',
  'throne.com',
  'url.bio',
  'wishtender.com',
  'withkoji.com',
  'wlo.link',
  'zaap.bio',
]
const HANDLE = {
  pattern: /^[\p{L}\p{N}._-]{2,60}$/u,
  reserved: `
    about api app blog contact discover explore faq features help home login pricing privacy
    register signin signup support templates terms tos users user legal static assets cookies
    dashboard admin`,
}

export const platform: Platform = {
  id: 'generic-hub',
  label: 'Link hub',
  kind: 'hub',
  hosts: HOSTS,

  recognise(url) {
    const parts = partsOn(url, HOSTS)
    if (parts?.length !== 1) return null
    const handle = handleIn(parts[0], HANDLE)
    const host = url.hostname.replace(/^www\./, '')
    return handle
      ? {
          platform: 'generic-hub',
          handle,
          url: `https://${host}/${parts[0]?.startsWith('@') ? '@' : ''}${handle}`,
        }
      : null
  },

  request: ({ url }) => ({ url }),

  read(response, target) {
    const ownHosts = HOSTS.filter((host) => isOnHost(URL.parse(target.url)?.hostname ?? '', [host]))
    const brand = new RegExp(
      `^(${ownHosts.map((host) => host.replace('.', '\\.?')).join('|') || '(?!)'}|solo|link in bio.*)$`,
      'i',
    )
    const rules = {
      ownHosts,
      brand,
      title:
        /^@?(.+?)(?: \(@?[\w.-]+\))?(?: ?[|·•–—-] ?(?:(?:link in bio|links?|bio|home|my links).*|[\w.]+\.(?:bio|to|be|link|me|cc|site|co|store|ly|ke|ink)|solo\.to|hoo\.be|campsite\.bio|.{0,20}Linkin\.bio.*))$/i,
      notices: [
        {
          outcome: 'gone' as const,
          signal: 'title_not_found',
          title: /^((page |user |profile )?not found|404|page isn['’]t here|oops)\b/i,
        },
        {
          outcome: 'gone' as const,
          signal: 'page_not_available_marker',
          text: /(page|profile|link) (you['’]re looking for )?(isn['’]t here|doesn['’]t exist|is not available|could not be found)/i,
        },
        {
          outcome: 'banned' as const,
          signal: 'suspended_words',
          text: /(page|account|profile|link) (has been|was) (suspended|banned|blocked|removed for)/i,
        },
      ],
      links: true,
    }
    return readPage(response, target, {
      ...rules,
      find(page) {
        const links = linksInState(page, ownHosts)
        const facts = links.length > 0 ? plainFacts(page, rules) : null
        return (
          facts && {
            signal: 'embedded_links',
            parts: { ...facts.parts, links: [...(facts.parts?.links ?? []), ...links] },
          }
        )
      },
    })
  },
}

function linksInState(page: ParsedPage, ownHosts: readonly string[]): ProfileLink[] {
  return findRecords(allStates(page), (record) => linkOf(record) !== null)
    .map(linkOf)
    .filter((link) => link !== null)
    .filter(({ url }) => !isOnHost(URL.parse(url)?.hostname ?? '', ownHosts))
}

/** An object of the page's state that looks like one of the creator's links: an address and a title. */
function linkOf(record: object) {
  const url = textAt(record, 'url') ?? textAt(record, 'href') ?? textAt(record, 'link')
  const label = textAt(record, 'title') ?? textAt(record, 'label') ?? textAt(record, 'name')
  return url && label && /^https?:\/\//.test(url) ? profileLink(url, label) : null
}
