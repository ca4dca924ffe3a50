import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readFragment } from './html-fragment.ts'
import { profileLink, profileOf, withMore } from './profile-of.ts'

describe('a link of a profile', () => {
  it('gets its scheme where it has none, unless it is an address of mail', () => {
    assert.equal(profileLink('mina.example/work')?.url, 'https://mina.example/work')
    assert.equal(profileLink('mina.example/@mina')?.url, 'https://mina.example/@mina')
    assert.equal(profileLink('mina.quill@mail.example'), null)
    assert.equal(profileLink('https://ana@mina.example/')?.url, 'https://ana@mina.example/')
  })
})

describe('a profile that is too much', () => {
  it('says what its bounds leave out', () => {
    const { left, bio, posts, links, pictures } = profileOf({
      bio: 'a'.repeat(100_010),
      posts: Array.from({ length: 302 }, () => ({ url: '', text: 'word' })),
      links: Array.from({ length: 10_003 }, (_, at) => ({ url: `https://mina.example/${at}`, label: '' })),
      pictures: Array.from({ length: 24 }, (_, at) => `https://mina.example/${at}.png`),
      unread: 5,
    })
    assert.deepEqual([bio?.length, posts.length, links.length, pictures.length], [100_000, 300, 10_000, 20])
    assert.deepEqual(left, { letters: 10 + 2 * 4 + 5, links: 3, pictures: 4 })
    assert.equal(profileOf({ bio: 'short' }).left, undefined)
  })

  it('says so of both answers where one completes the other', () => {
    const left = { letters: 1, links: 2, pictures: 3 }
    const empty = profileOf({})
    assert.deepEqual(withMore({ ...empty, left }, { left }).left, { letters: 2, links: 4, pictures: 6 })
    assert.deepEqual(withMore({ ...empty, left }, { posts: [] }).left, left)
    assert.deepEqual(withMore(empty, { left }).left, left)
  })

  it('is a fragment of HTML too', () => {
    assert.deepEqual(readFragment('<p>short').unread, 0)
    assert.deepEqual(readFragment('a'.repeat(20_007)).unread, 7)
  })
})
