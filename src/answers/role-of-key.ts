import type { Role } from '../evidence/piece.ts'

/** Whose what stands under this key is, by its name alone; null when the name does not tell. */
export function roleOfKey(key: string): Role | null {
  // Frameworks keep what a page loads under the route that loads it: `routes/links`.
  if (key.includes('/')) return null
  const words = wordsOf(key)
  if (words.some((word) => OWN_WHATEVER.has(word))) return 'owner'
  const joined = words.join('_')
  for (const [role, names] of NAMES) {
    if (names.has(joined) || words.some((word) => names.has(word))) return role
  }
  return null
}

/** `relatedAccounts_v2`, `related-accounts`: related, accounts, v2. Endless keys are nobody's names. */
export function wordsOf(key: string): string[] {
  return key
    .slice(0, 120)
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

const OWN_WHATEVER = set('bio biography tip tips')

const VISITOR = set(`
  comment comments commenter commenters reply replies review reviews reviewer reviewers testimonial testimonials guestbook
  feedback followers followees following likers fans supporters donors donations donators patrons viewers viewer liked_by chat
  quoted retweeted reblog reblogs shoutbox mentions mention ratings`)

const SITE = set(`
  nav navbar navigation menu menus footer sidebar cookie cookies consent gdpr ccpa locale locales i18n intl translation
  translations messages strings dictionary dictionaries languages related suggested suggestion suggestions recommended
  recommendation recommendations similar discover explore trending sponsored ads advert adverts advertisement config configuration settings experiments
  experiment flags env environment runtime_config analytics tracking error errors legal terms privacy policies
  breadcrumb breadcrumbs onboarding accessibility a11y browser manifest countries
  currencies timezones upsell signup login you_might_also_like who_to_follow also_like people_also license licenses
  csrf headers placeholder placeholders`)

const HIDDEN = set('hidden invisible honeypot')

const OWNER = set(`
  about description descriptions summary caption captions text body content contents post posts tweet tweets status statuses tier
  tiers reward rewards offer offers product products service services block blocks headline tagline intro introduction note
  notes announcement announcements perk perks pinned welcome profile creator owner author artist channel user subject main_entity
  biolink subtitle title story slogan motto same_as link_list links socials
  social_links website websites motd signature goal goals`)

const NAMES: readonly (readonly [Role, ReadonlySet<string>])[] = [
  ['visitor', VISITOR],
  ['site', SITE],
  ['hidden', HIDDEN],
  ['owner', OWNER],
]

function set(names: string): ReadonlySet<string> {
  return new Set(names.trim().split(/\s+/))
}
