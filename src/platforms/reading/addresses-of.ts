import type { Target } from '../platform.ts'
import { decodePart, handleIn, isOnHost } from './site-address.ts'
import type { SiteEntry } from './site-entry.ts'

export interface Addresses {
  /** The profile that an address of the site shows, or null when it shows none. */
  recognise(url: URL): Target | null
  /** Where the profile of this handle would stand. */
  usualAddress(handle: string): string
}

/** How the addresses of a site's profiles are read and written, by the forms that its entry gives. */
export function addressesOf(entry: SiteEntry): Addresses {
  const { id, hosts, tabs, ignoresCase, handle: pattern } = entry
  const [usual] = entry.profile
  const forms = [
    ...entry.profile.map((text) => formOf(text)),
    ...(entry.also ?? []).map((text) => formOf(text, usual)),
  ]
  const rule = { pattern, reserved: `${NO_HANDLES} ${entry.reserved ?? ''}`, keepsCase: !ignoresCase }
  return {
    recognise(url) {
      const host = hosts.find((claimed) => isOnHost(url.hostname, [claimed]))
      if (host === undefined || !/^https?:$/.test(url.protocol)) return null
      for (const form of forms) {
        const found = partsIn(form, url, host, tabs)
        const handle = found && handleIn(found.handle, rule)
        if (handle) return { platform: id, handle, url: filled(form.text, { ...found, handle }) }
      }
      return null
    },
    usualAddress: (handle) => filled(usual, { handle, host: hosts[0] ?? '', slug: '' }),
  }
}

/** Pages that sites have for themselves where others have their profiles. */
const NO_HANDLES = `
  about account accounts activity admin ads advertise affiliate affiliates age-verification ajax api app apps article articles assets auth
  billing blog blogs browse business career careers cart cashout categories category channel channels chat checkout collection collections
  community company contact contact-us cookie cookie-policy cookies copyright create creator creators dashboard developers discover
  dmca docs download downloads embed en event events explore faq favicon.ico favorites features feed feedback female follow forgot-password
  forum forums gallery gift-cards group groups guidelines help hashtag home i images imprint inbox index info invite jobs join language legal
  live login log-in logout male marketplace media member members messages mobile models movies my new news notifications oauth offers
  page pages password payment payments people photo photos pictures policies policy popular post posts press pricing privacy
  privacy-policy products profile promo purchases ranking register registration report reset robots.txt rss rules s safety search security
  sell settings share shop sign-in sign-up signin signout signup site sitemap sitemap.xml sponsors static stats status store stories
  studio subscribe subscriptions support tag tags team terms terms-of-service terms-of-use top tos tour trans trending upload user users
  verify video videos wallet watch welcome wp-admin wp-content www`

/** A part of a path, or a host, as a form writes it: `@<handle>` reads the handle, `users` itself. */
interface Form {
  /** How the address of a profile found so is written. */
  text: string
  /** Null where any of the entry's hosts will do. */
  host: RegExp | null
  parts: RegExp[]
  /** The path begins with a word, so that a language may stand in front of it. */
  beginsWithWord: boolean
}

interface FoundParts {
  handle: string
  slug: string
  host: string
}

function formOf(text: string, usual = text): Form {
  const [, host = '', path = ''] = /^https:\/\/([^/]+)(.*)$/.exec(text) ?? []
  const parts = path.split('/').filter(Boolean)
  const bare = host.replace(/^www\./, '')
  return {
    text: usual.includes('<slug>') && !text.includes('<slug>') ? text : usual,
    host: bare === '<host>' ? null : patternOf(bare),
    parts: parts.map(patternOf),
    beginsWithWord: parts[0] !== undefined && !parts[0].includes('<'),
  }
}

function patternOf(part: string): RegExp {
  const escaped = part.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(
    `^${escaped.replace('<handle>', '(?<handle>.+?)').replace('<slug>', '(?<slug>(?!\\d+$).+)')}$`,
    'i',
  )
}

/** Subdomains under which sites show the same pages: for phones, in other languages, as they were. */
const SAME_SITE = /^(?:www|web|m|mobile|old|new|v\d|[a-z]{2}(?:-[a-z]{2})?)\./
const LANGUAGE = /^[a-z]{2}(?:-[a-z]{2,4})?$/i

function partsIn(form: Form, url: URL, host: string, tabs: RegExp | undefined): FoundParts | null {
  const onHost = groupsOnHost(form, url.hostname.toLowerCase(), host)
  if (onHost === null) return null
  const parts = url.pathname.split('/').filter(Boolean).map(decodePart)
  const isBelowLanguage = form.beginsWithWord && LANGUAGE.test(parts[0] ?? '')
  const inPath =
    groupsInPath(form, parts, tabs) ?? (isBelowLanguage ? groupsInPath(form, parts.slice(1), tabs) : null)
  return inPath && { handle: '', slug: '', ...onHost, ...inPath, host }
}

type Groups = Record<string, string>

function groupsOnHost(form: Form, whole: string, host: string): Groups | null {
  const bare = whole.replace(SAME_SITE, '')
  if (form.host === null) return whole === host || bare === host ? {} : null
  const match = form.host.exec(whole) ?? form.host.exec(bare)
  const name = match?.groups?.handle
  return match === null || name === 'www' || name?.includes('.') ? null : { ...match.groups }
}

function groupsInPath({ parts }: Form, path: string[], tabs: RegExp | undefined): Groups | null {
  const more = path.slice(parts.length)
  if (path.length < parts.length || more.length > 1 || (more[0] !== undefined && !tabs?.test(more[0])))
    return null
  const groups: Groups = {}
  for (const [index, part] of parts.entries()) {
    const match = part.exec(path[index] ?? '')
    if (match === null) return null
    Object.assign(groups, match.groups)
  }
  return groups
}

function filled(form: string, { handle, slug, host }: FoundParts): string {
  return form
    .replace('<host>', host)
    .replace('<handle>', () => handle)
    .replace('<slug>', () => encodeURIComponent(slug))
}
