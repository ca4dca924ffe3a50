import { isLabel, isProse } from '../../answers/is-prose.ts'
import type { Platform, Profile } from '../platform.ts'
import { type OwnPiece, recordOf } from './own-piece.ts'

/** Texts that a profile did not have yet. */
export interface NewTexts {
  /** What the owner says of themselves. */
  about: string[]
  /** Anything else. */
  further: string[]
}

/** What no text of the profile says yet, the strings of one record together. */
export function newTexts(profile: Profile, mine: OwnPiece[], platform: Platform | null): NewTexts {
  const said = [
    profile.name,
    profile.bio,
    ...profile.posts.map(({ text }) => text),
    ...(profile.about ?? []),
    ...(profile.further ?? []),
    ...profile.links.map(({ label }) => label),
  ]
  let known: string | null = null
  const records = { about: new Map<string, string[]>(), further: new Map<string, string[]>() }
  for (const { kind, value, path } of mine) {
    if (kind !== 'text' || isSites(path, value, profile, platform)) continue
    if (hasLines(said, value)) continue
    known ??= squeezed(said.join('\n'))
    const text = squeezed(value)
    if (known.includes(text)) continue
    const record = recordOf(path)
    const news =
      path === 'visible' || path === 'revealed' ? newLines(value, known, platform?.label ?? '') : value
    known += `\n${text}`
    const of = isAbout(path, platform) ? records.about : records.further
    if (news !== '') of.set(record, [...(of.get(record) ?? []), news])
  }
  const joined = (of: Map<string, string[]>) => [...of.values()].map((texts) => texts.join('\n'))
  return { about: joined(records.about), further: joined(records.further) }
}

/** Whether one of them has these very lines: mostly it is all that is seen of a page, which is not squeezed then, nor what is known (.1 ms a page). */
function hasLines(texts: readonly (string | undefined)[], lines: string): boolean {
  return texts.some((text) => {
    const at = text?.indexOf(lines) ?? -1
    return at >= 0 && `\n${text}\n`.startsWith(`\n${lines}\n`, at)
  })
}

/** By the name of its field; what is seen of a page counts where a page is one person's. */
function isAbout(path: string, platform: Platform | null): boolean {
  if (!path.includes('/') && /^(?:visible|revealed|title|@)/.test(path))
    return platform === null || OF_ONE.has(platform.kind)
  if (path.startsWith('meta/')) return true
  const key = path.slice(path.lastIndexOf('/') + 1)
  return OF_ONESELF.test(key) || (DESCRIBES.test(key) && !/\/\d+\//.test(path))
}

/** Sites whose pages show one person's things. */
const OF_ONE: ReadonlySet<Platform['kind']> = new Set(['hub', 'paid', 'shop', 'payment', 'directory'])
const OF_ONESELF =
  /bio(?:graphy)?$|about|motto|tagline|headline|intro(?:duction)?$|slogan|disambiguatingDescription/i
/** Things in lists have descriptions too. */
const DESCRIBES = /description|summary/i

/** What a site writes into the head of every profile's page. */
function isSites(path: string, text: string, profile: Profile, platform: Platform | null): boolean {
  const isNamed = profile.name !== undefined && text.includes(profile.name)
  if (path === 'title' || (isNamed && META_TITLE.test(path))) {
    if (isSitesTitle(text, profile, platform)) return true
  }
  return IN_HEAD.test(path) && platform?.isOwnWords?.(text) === true
}

const META_TITLE = /^meta\/(?:og|twitter):title$/
const IN_HEAD = /^(?:title$|meta\/)/

/** Sites make titles of a name and a few words of their own: `Mina (@mina) • Instagram photos and videos`. */
function isSitesTitle(
  title: string,
  { name = '', handle = '' }: Profile,
  platform: Platform | null,
): boolean {
  if (platform === null) return false
  const rest = [name, handle, platform.label].reduce(
    (left, known) => (known === '' ? left : left.replaceAll(known, ' ')),
    title,
  )
  return (rest.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) < MOST_OF_A_SITE
}

/** Words. */
const MOST_OF_A_SITE = 6

/** Of what is seen of a page, the lines that say something and are not known yet. */
function newLines(text: string, known: string, label: string): string {
  return (
    text
      .split('\n')
      // Some sites are called as their address.
      .filter((line) => (isProse(line) && !isLabel(line)) || HOLDS_ADDRESS.test(line.replaceAll(label, ' ')))
      .filter((line) => !known.includes(squeezed(line)))
      .join('\n')
  )
}

const HOLDS_ADDRESS = /[\p{L}\p{N}]\.\p{L}{2,}(?:[/\s]|$)/u

/** As texts are compared: sites keep one text with and without its breaks and cut marks. */
function squeezed(text: string): string {
  return text
    .toLowerCase()
    .replace(/(?:\.{3}|…)\s*$/, '')
    .replace(OTHER_THAN_ONE_SPACE, ' ')
    .trim()
}

/** Most blanks are what they would become. */
const OTHER_THAN_ONE_SPACE = /[^\S ]\s*| \s+/g
