import type { Aside } from '../../../evidence/page.ts'

/**
 * Whose an element's contents are, by its name, role and the names that it carries; null when they tell nothing. A page's own
 * `body` carries names of everything that is on it.
 * @param inMain it belongs to an article or to the main part, whose navigation and footers are their author's
 */
export function asideOf(
  name: string,
  attributes: Record<string, string>,
  inMain: boolean,
): Aside['role'] | null {
  if (name === 'html' || name === 'body' || name === 'main') return null
  const {
    class: classes = '',
    id = '',
    'data-testid': testId = '',
    itemprop = '',
    itemtype = '',
    typeof: type = '',
    role = '',
  } = attributes
  if (itemtype !== '' && /schema\.org\/(?:Comment|Review|UserComments)$/.test(itemtype)) return 'visitor'
  // RDFa and ARIA 1.3.
  if (type !== '' && /(?:^|[\s:/])(?:Comment|Review|UserComments)$/.test(type)) return 'visitor'
  if (role !== '' && /^comment$/i.test(role)) return 'visitor'
  const names = joined(joined(classes, id), joined(testId, itemprop))
  const isShort = classes.length + id.length + testId.length + itemprop.length <= MOST_LETTERS
  if (isShort && MAY_TELL.test(names)) {
    if (OF_VISITORS.test(names) && names.toLowerCase().split(/\s+/).some(isOfVisitors)) return 'visitor'
    if (SITES_OWN.test(names) || (!inMain && FRAMES.test(names))) return 'site'
  }
  return !inMain && isFrame(name, role) ? 'site' : null
}

/** Most elements have one of these names or none. */
function joined(one: string, other: string): string {
  return one === '' || other === '' ? one || other : `${one} ${other}`
}

/** Stands in all that the expressions below find: most names have none of it, and are asked once. */
const MAY_TELL =
  /comm|review|repl|testi|guest|disq|supp|shout|cook|cons|gdpr|onetr|foot|colo|bread|sugg|relat|follow|simil|nav|menu/i

/** What older pages call their frame, where newer ones have elements. */
const FRAMES = /(?:^|\s)(?:footer|nav|navbar|navigation|mainmenu|topnav)(?:$|\s)/i

/** Letters of classes and ids that are looked at. */
const MOST_LETTERS = 597

/** `comment-list`, `post__comments`, `replies`. */
function isOfVisitors(name: string): boolean {
  const words = name.split(/[_-]+/)
  return words.some((word) => VISITORS.has(word)) && !words.some((word) => DENIES.has(word))
}

function isFrame(name: string, role = ''): boolean {
  return name === 'nav' || name === 'footer' || (role !== '' && /^(navigation|contentinfo)$/i.test(role))
}

/** Most elements have none of these letters in their names. */
const OF_VISITORS = /comment|review|repl|testimonial|guestbook|disqus|supporter|shoutbox/i

const VISITORS = new Set([
  'comment',
  'comments',
  'commentlist',
  'commenttext',
  'reviews',
  'reply',
  'replies',
  'testimonial',
  'testimonials',
  'guestbook',
  'disqus',
  'supporter',
  'supporters',
  'shoutbox',
])
/** What is said of comments, and what the owner says about them: `comments-open`, `no-comments`, `reply-link`. */
const DENIES = new Set(['no', 'has', 'with', 'open', 'closed', 'enabled', 'disabled', 'count', 'link', 'off'])

const SITES_OWN =
  /(?:^|[\s_-])(?:cookie|consent|gdpr|onetrust|cookiebot|site-?footer|page-?footer|colophon|breadcrumbs?|suggested-(?:accounts|users|profiles)|related-(?:accounts|users|profiles|creators)|recommended-(?:accounts|users|profiles|creators)|who-to-follow|similar-(?:accounts|users|profiles|creators))(?:$|[\s_-])/i
