import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asideOf } from './aside-of.ts'

// biome-ignore format: a list
const OF_VISITORS = [
  'comment-list', 'post__comments', 'reviews', 'reply', 'replies', 'testimonial', 'guestbook', 'disqus', 'supporters', 'shoutbox',
]
// biome-ignore format: a list
const OF_THE_SITE = [
  'cookie-banner', 'consent', 'gdpr', 'onetrust', 'cookiebot', 'site-footer', 'sitefooter', 'page-footer', 'colophon', 'breadcrumb',
  'breadcrumbs', 'suggested-users', 'related-profiles', 'recommended-creators', 'who-to-follow', 'similar-accounts',
]
const FRAMES = ['footer', 'nav', 'navbar', 'navigation', 'mainmenu', 'topnav']

describe('asideOf', () => {
  const role = (classes: string, inMain = false) => asideOf('div', { class: `card ${classes} c1` }, inMain)

  it('knows each name that tells whose an element is, in letters of any size', () => {
    for (const name of OF_VISITORS)
      assert.deepEqual([role(name), role(name.toUpperCase(), true)], ['visitor', 'visitor'], name)
    for (const name of OF_THE_SITE)
      assert.deepEqual([role(name), role(name.toUpperCase(), true)], ['site', 'site'], name)
  })

  it('takes what is called a frame for one outside of the main part alone', () => {
    for (const name of FRAMES) assert.deepEqual([role(name), role(name, true)], ['site', null], name)
  })

  it('finds nothing in other names', () => {
    for (const name of ['hero', 'no-comments', 'cookies', 'navy', 'related', 'communities'])
      assert.equal(role(name), null, name)
  })

  it('knows a comment by what it is said to be, in microdata, RDFa and ARIA', () => {
    const ofVisitors: Record<string, string>[] = [
      { itemtype: 'https://schema.org/Comment' },
      { typeof: 'Comment' },
      { typeof: 'schema:Review' },
      { typeof: 'sioc:Post https://schema.org/UserComments' },
      { role: 'comment' },
    ]
    const others: Record<string, string>[] = [
      { typeof: 'Person' },
      { typeof: 'CommentAction' },
      { role: 'article' },
    ]
    for (const attributes of ofVisitors)
      assert.equal(asideOf('div', attributes, true), 'visitor', JSON.stringify(attributes))
    for (const attributes of others)
      assert.equal(asideOf('div', attributes, true), null, JSON.stringify(attributes))
  })
})
