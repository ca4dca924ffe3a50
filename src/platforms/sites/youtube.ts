import type { PageResponse, ParsedPage } from '../../evidence/page.ts'
import type { Platform, Reading } from '../platform.ts'
import { assignedState } from '../reading/embedded-state.ts'
import { metaOf, openGraph } from '../reading/page-facts.ts'
import { parseCount } from '../reading/parse-count.ts'
import { distinctLinks, profileLink } from '../reading/profile-of.ts'
import { type Found, readPage } from '../reading/read-page.ts'
import { at, findRecord, findRecords, flagAt, hasKeys, listAt, textAt, timeAt } from '../reading/read-path.ts'
import { partsOn } from '../reading/site-address.ts'

const HOSTS = ['youtube.com']
const TABS = [
  'about',
  'videos',
  'shorts',
  'streams',
  'live',
  'playlists',
  'community',
  'featured',
  'posts',
  'store',
  'podcasts',
  'releases',
  'channels',
  'membership',
  'join',
  'courses',
  'search',
]

export const platform: Platform = {
  id: 'youtube',
  label: 'YouTube',
  kind: 'social',
  hosts: HOSTS,

  recognise(url) {
    const parts = partsOn(url, HOSTS)
    const [first = '', second, third] = parts ?? []
    const isAt = /^@[\p{L}\p{N}_.·-]{3,30}$/u.test(first)
    const tab = isAt ? second : third
    if (tab !== undefined && !TABS.includes(tab)) return null
    if (isAt) return target(first.slice(1).toLowerCase(), first.toLowerCase())
    if (first === 'channel' && /^UC[\w-]{22}$/.test(second ?? ''))
      return target(second ?? '', `channel/${second}`)
    const isNamed = (first === 'c' || first === 'user') && /^[\p{L}\p{N}_.-]{1,100}$/u.test(second ?? '')
    return isNamed ? target((second ?? '').toLowerCase(), `${first}/${(second ?? '').toLowerCase()}`) : null
  },

  request: ({ url }) => ({ url }),

  read(response, target) {
    const reading = readPage(response, target, {
      ownHosts: [...HOSTS, 'google.com', 'youtu.be'],
      brand: /^(youtube|- youtube|404 not found|before you continue to youtube)$/i,
      title: /^(.+?)(?: - YouTube)$/,
      openGraph: false,
      find: (page) => fromState(page) ?? fromMeta(page),
    })
    // The first page holds videos; only the about page holds the links.
    return reading.outcome === 'ok' ? { ...reading, next: { url: `${target.url}/about` } } : reading
  },

  readNext: withAbout,
}

function target(handle: string, path: string) {
  return { platform: 'youtube', handle, url: `https://www.youtube.com/${path}` }
}

function fromState(page: ParsedPage): Found | null {
  const state = assignedState(page, 'ytInitialData')
  if (findRecord(state, hasKeys('channelAgeGateRenderer')))
    return { outcome: 'age_gate', signal: 'youtube_age_gate' }
  const meta = at(state, 'metadata', 'channelMetadataRenderer')
  if (!textAt(meta, 'title')) return fromAlerts(state)
  return { signal: 'channel_metadata', parts: partsOf(state, meta) }
}

/** Pages without a state of their own name a channel as one in OpenGraph; the shell and the consent page do not. */
function fromMeta(page: ParsedPage): Found | null {
  if (metaOf(page, 'og:type') !== 'profile') return null
  return { signal: 'open_graph', parts: openGraph(page) }
}

/** Alerts come with status 200; the words tell a termination from a name nobody has. */
function fromAlerts(state: unknown): Found | null {
  for (const alert of listAt(state, 'alerts')) {
    if (textAt(alert, 'alertRenderer', 'type') !== 'ERROR') continue
    const words = wordsOf(at(alert, 'alertRenderer', 'text'))
    if (/terminated|violat|removed because/i.test(words))
      return { outcome: 'banned', signal: 'youtube_alert_terminated' }
    if (/does not exist|not available|isn['’]t available|closed/i.test(words))
      return { outcome: 'gone', signal: 'youtube_alert_missing' }
    return { outcome: 'error', signal: 'youtube_alert' }
  }
  return null
}

function partsOf(state: unknown, meta: unknown) {
  const headerTexts = findRecords(at(state, 'header'), (record) => typeof at(record, 'text') === 'object')
    .map((record) => textAt(record, 'text', 'content') ?? '')
    .concat(wordsOf(at(state, 'header', 'c4TabbedHeaderRenderer', 'subscriberCountText')))
  const countOf = (word: RegExp) => parseCount(headerTexts.find((text) => word.test(text)))
  return {
    handle: /@([^/]+)$/.exec(textAt(meta, 'vanityChannelUrl') ?? '')?.[1] ?? textAt(meta, 'externalId'),
    name: textAt(meta, 'title'),
    bio: textAt(meta, 'description'),
    links: [...externalLinks(state), headerLink(state)],
    counts: { followers: countOf(/subscriber/i), posts: countOf(/\bvideos?\b/i) },
    verified: findRecord(at(state, 'header'), isVerifiedBadge) !== undefined || undefined,
    pictures: [textAt(meta, 'avatar', 'thumbnails', 0, 'url')],
    adult: flagAt(meta, 'isFamilySafe') === false ? true : undefined,
    posts: videosOf(state, textAt(meta, 'externalId')),
  }
}

/** The command behind the words knows where they lead; the words may be cut off. */
function headerLink(state: unknown) {
  const model = findRecord(at(state, 'header'), hasKeys('attributionViewModel'))
  const text = at(model, 'attributionViewModel', 'text')
  const words = textAt(text, 'content')
  return profileLink(commandUrl(text)) ?? (/(?:…|\.{3})$/.test(words ?? '') ? null : profileLink(words))
}

function commandUrl(text: unknown): string | undefined {
  return textAt(findRecord(at(text, 'commandRuns'), hasKeys('urlEndpoint')), 'urlEndpoint', 'url')
}

function isVerifiedBadge(record: object): boolean {
  const words = `${textAt(record, 'style') ?? ''} ${textAt(record, 'clientResource', 'imageName') ?? ''}`
  return /BADGE_STYLE_TYPE_VERIFIED|CHECK_CIRCLE_FILLED/.test(words)
}

/** Shelves also show other channels' videos; those name their owner. */
function videosOf(state: unknown, channel: string | undefined) {
  const isVideo = (record: object) =>
    /^[\w-]{11}$/.test(textAt(record, 'videoId') ?? '') && Object.hasOwn(record, 'title')
  return findRecords(at(state, 'contents'), isVideo)
    .filter((video) => [undefined, channel].includes(ownerOf(video)))
    .map((video) => ({
      url: `https://www.youtube.com/watch?v=${textAt(video, 'videoId')}`,
      text: [wordsOf(at(video, 'title')), wordsOf(at(video, 'descriptionSnippet'))]
        .filter(Boolean)
        .join('\n'),
    }))
}

function ownerOf(video: object): string | undefined {
  const byline = at(video, 'ownerText') ?? at(video, 'shortBylineText')
  return textAt(findRecord(byline, hasKeys('browseId')), 'browseId')
}

/** `channelExternalLinkViewModel` of the about page; `primaryLinks` of older headers. */
function externalLinks(state: unknown) {
  const recent = findRecords(state, hasKeys('channelExternalLinkViewModel')).map((record) => {
    const model = at(record, 'channelExternalLinkViewModel')
    const wrapped = commandUrl(at(model, 'link'))
    return profileLink(wrapped ?? textAt(model, 'link', 'content'), textAt(model, 'title', 'content'))
  })
  const older = [
    ...listAt(findRecord(state, hasKeys('primaryLinks')), 'primaryLinks'),
    ...listAt(findRecord(state, hasKeys('secondaryLinks')), 'secondaryLinks'),
  ]
  return [
    ...recent,
    ...older.map((link) =>
      profileLink(textAt(link, 'navigationEndpoint', 'urlEndpoint', 'url'), wordsOf(at(link, 'title'))),
    ),
  ]
}

function withAbout(response: PageResponse, _target: unknown, first: Reading): Reading {
  const { next: _done, ...reading } = first
  const state = response.page ? assignedState(response.page, 'ytInitialData') : undefined
  const about = at(findRecord(state, hasKeys('aboutChannelViewModel')), 'aboutChannelViewModel')
  if (!reading.profile || about === undefined) return reading
  const counts = { ...reading.profile.counts }
  const views = parseCount(textAt(about, 'viewCountText'))
  if (views !== undefined) counts.views = views
  const profile = {
    ...reading.profile,
    counts,
    links: distinctLinks([...externalLinks(about), ...reading.profile.links]),
  }
  const createdAt = timeAt(
    {
      at: textAt(about, 'joinedDateText', 'content')
        ?.replace(/^Joined /, '')
        .concat(' UTC'),
    },
    'at',
  )
  if (createdAt) profile.createdAt = createdAt
  profile.bio = textAt(about, 'description') ?? profile.bio
  return { ...reading, profile }
}

/** YouTube's texts: `simpleText`, `runs` or `content`. */
function wordsOf(text: unknown): string {
  return (
    textAt(text, 'simpleText') ??
    textAt(text, 'content') ??
    listAt(text, 'runs')
      .map((run) => textAt(run, 'text') ?? '')
      .join('')
  )
}
