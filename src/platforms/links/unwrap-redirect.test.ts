import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { carriedAddress, unwrapRedirect } from './unwrap-redirect.ts'

const SHOP = 'https://shop.example/ida?a=b'
const carriedBy = (address: string) =>
  carriedAddress(new URL(address, 'https://quill.example/'))?.href ?? null

describe('an address of a mirror', () => {
  const MIRRORS: [mirror: string, of: string][] = [
    [`https://web.archive.org/web/2024/${SHOP}`, SHOP],
    ['https://web.archive.org/web/2024id_/http:/shop.example/ida', 'http://shop.example/ida'],
    [`https://proxy.example/${SHOP}`, SHOP],
    [`https://proxy.example/${encodeURIComponent(SHOP)}`, SHOP],
    [`https://translate.google.com/translate?sl=auto&u=${encodeURIComponent(SHOP)}`, SHOP],
    [
      'https://my--shop-example.translate.goog/ida?a=b&_x_tr_sl=de&_x_tr_tl=en',
      'https://my-shop.example/ida?a=b',
    ],
  ]
  for (const [mirror, of] of MIRRORS)
    it(`is that of its page: ${mirror}`, () => assert.equal(unwrapRedirect(mirror), of))

  for (const own of [
    'https://quill.example/a/https://quill.example/b',
    'https://quill.example/about/https',
    'https://translate.goog/',
  ])
    it(`is itself where it is of no other: ${own}`, () => assert.equal(unwrapRedirect(own), own))
})

describe('an address that carries another', () => {
  const ways = [
    `/out?url=${encodeURIComponent(SHOP)}`,
    `/out?id=7&to=${encodeURIComponent(encodeURIComponent(SHOP))}`,
    `/go?u=${encodeURIComponent(Buffer.from(SHOP).toString('base64'))}`,
    `/go/${Buffer.from(SHOP).toString('base64url')}`,
    `/go/${encodeURIComponent(SHOP)}`,
    `/leave#${SHOP}`,
  ]
  for (const way of ways)
    it(`leads there: ${way}`, () => {
      assert.equal(carriedBy(way), SHOP)
    })

  it('leads there behind a path in which two slashes have become one', () => {
    assert.equal(carriedBy('/leave/https:/shop.example/ida'), 'https://shop.example/ida')
  })

  it('leads to what that one wraps', () => {
    const wrapped = `https://www.youtube.com/redirect?q=${encodeURIComponent(SHOP)}`
    assert.equal(carriedBy(`/out?url=${encodeURIComponent(wrapped)}`), SHOP)
  })

  const none = [
    '/prints?size=a4',
    '/login?next=https%3A%2F%2Fquill.example%2Fida',
    '/go/aHR0cHM',
    '/out?url=%',
    '/a#b',
  ]
  for (const address of none)
    it(`carries none: ${address}`, () => {
      assert.equal(carriedBy(address), null)
    })
})
