import { parseJson } from '../../answers/parse-json.ts'
import type { ParsedPage } from '../../evidence/page.ts'
import type { Platform } from '../platform.ts'
import { assignedState } from '../reading/embedded-state.ts'
import { profileLink } from '../reading/profile-of.ts'
import { type Found, readPage } from '../reading/read-page.ts'
import {
  at,
  findRecord,
  findRecords,
  flagAt,
  hasKeys,
  listAt,
  numberAt,
  textAt,
  timeAt,
} from '../reading/read-path.ts'
import { handleIn, partsOn, subdomainOn } from '../reading/site-address.ts'

const HOSTS = ['substack.com']
const HANDLE = {
  pattern: /^[a-z0-9][a-z0-9_-]{1,62}$/,
  reserved: 'on support open api cdn blog email static post read reader substackcdn',
}

/** `name.substack.com` is a publication, `substack.com/@name` a person. */
export const platform: Platform = {
  id: 'substack',
  label: 'Substack',
  kind: 'media',
  hosts: HOSTS,

  recognise(url) {
    const parts = partsOn(url, HOSTS)
    if (!parts) return null
    if (url.hostname === 'open.substack.com' && parts[0] === 'pub' && parts.length === 2) {
      const name = handleIn(parts[1], HANDLE)
      return name ? { platform: 'substack', handle: name, url: `https://${name}.substack.com/` } : null
    }
    const publication = handleIn(subdomainOn(url, HOSTS) ?? undefined, HANDLE)
    if (publication) {
      const isFront =
        parts.length === 0 || (parts.length === 1 && /^(about|archive|subscribe)$/.test(parts[0] ?? ''))
      return isFront
        ? { platform: 'substack', handle: publication, url: `https://${publication}.substack.com/` }
        : null
    }
    if (
      !parts[0]?.startsWith('@') ||
      parts.length > 2 ||
      (parts[1] && !/^(notes|posts|likes|reads)$/.test(parts[1]))
    )
      return null
    const handle = handleIn(parts[0], HANDLE)
    return handle ? { platform: 'substack', handle, url: `https://substack.com/@${handle}` } : null
  },

  request: ({ url }) => ({ url }),

  read: (response, target) =>
    readPage(response, target, {
      ownHosts: [...HOSTS, 'substackcdn.com'],
      brand: /^(substack|publication not available|page not found|sign in - substack)$/i,
      title: /^(.+?)(?: \| Substack)$/i,
      notices: [
        { outcome: 'gone', signal: 'title_not_found', title: /^page not found/i },
        {
          outcome: 'banned',
          signal: 'substack_publication_removed_words',
          text: /this publication (has been|was) (removed|suspended|disabled) for/i,
        },
        { outcome: 'gone', signal: 'publication_not_available_words', title: /^publication not available/i },
        { outcome: 'private', signal: 'private_words', text: /this (substack|publication) is private/i },
      ],
      find: fromState,
    }),
}

/** `window._preloads = JSON.parse("…")`. */
function fromState(page: ParsedPage): Found | null {
  const state = assignedState(page, '_preloads') ?? quotedState(page)
  const person = findRecord(state, hasKeys('handle', 'bio', 'photo_url'))
  const publication = at(state, 'pub')
  const isPublication = textAt(publication, 'name') !== undefined
  const about = isPublication ? publication : person
  const name = textAt(about, 'name')
  if (!name) return null
  return {
    signal: isPublication ? 'publication' : 'public_profile',
    parts: {
      handle: textAt(publication, 'subdomain') ?? textAt(person, 'handle'),
      name,
      bio: [textAt(publication, 'hero_text'), textAt(person, 'bio'), textAt(publication, 'author_bio')]
        .filter(Boolean)
        .join('\n\n'),
      links: [
        ...findRecords(person, hasKeys('url', 'label')).map((link) =>
          profileLink(textAt(link, 'url'), textAt(link, 'label')),
        ),
        profileLink(textAt(publication, 'custom_domain')),
        ...navigation(publication),
      ],
      counts: { followers: numberAt(person, 'subscriberCountNumber') },
      pictures: [textAt(publication, 'logo_url'), textAt(person, 'photo_url')],
      adult: flagAt(publication, 'explicit') || undefined,
      createdAt: timeAt(publication, 'created_at'),
      posts: findRecords(state, hasKeys('canonical_url', 'title')).map((post) => ({
        url: textAt(post, 'canonical_url') ?? '',
        text: [textAt(post, 'title'), textAt(post, 'subtitle')].filter(Boolean).join('\n'),
      })),
    },
  }
}

/** What a publication puts into its own menu; pages of its own are addressed without a host. */
function navigation(publication: unknown) {
  return listAt(publication, 'navigationBarItems').map((item) =>
    profileLink(
      absolute(textAt(item, 'link_url') ?? textAt(item, 'url')),
      textAt(item, 'link_title') ?? textAt(item, 'label'),
    ),
  )
}

function absolute(url: string | undefined): string | undefined {
  return url !== undefined && /^https?:/.test(url) ? url : undefined
}

function quotedState(page: ParsedPage): unknown {
  for (const { text } of page.scripts) {
    const quoted = /_preloads\s*=\s*JSON\.parse\(("(?:[^"\\]|\\.)*")\)/.exec(text)?.[1]
    const inner = quoted ? parseJson(quoted) : undefined
    if (typeof inner === 'string') return parseJson(inner)
  }
  return undefined
}
