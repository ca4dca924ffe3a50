import assert from 'node:assert/strict'
import { it } from 'node:test'
import { seeded } from '../../../test/support/seeded.ts'
import { checkHttpUrl, isPlainUrl } from './http-url.ts'

const PARTS = 'a b Z 0 1 9 x n - -- _ . .. xn-- 0x 0x7f 127 1.2.3.4 ex.com com -a a- %41 é ß'.split(' ')

it('takes a host that is plain by its letters for what the parser of URLs takes it for', () => {
  const random = seeded(11)
  let taken = 0
  for (let made = 0; made < 3000; made++) {
    const parts = Array.from(
      { length: 1 + Math.floor(random() * 5) },
      () => PARTS[Math.floor(random() * PARTS.length)],
    )
    const url = `https://${parts.join('')}/`
    const checked = checkHttpUrl(url)
    if (checked.ok) taken++
    // What the parser refuses is never taken; what is taken, is as the parser reads it.
    assert.equal(checked.ok ? checked.href : null, checked.ok ? URL.parse(url)?.href : null, url)
    if (!URL.canParse(url)) assert.equal(checked.ok, false, url)
  }
  assert.ok(taken > 500)
})

const SIGNS = 'a b Z 0 7 x - _ . .. / // ? = & @ ~ %41 é : # \\ xn-- 0x7f com'.split(' ')

it('takes for plain only what the parser of URLs gives back as it is', () => {
  const random = seeded(12)
  let plain = 0
  for (let made = 0; made < 30_000; made++) {
    const some = (most: number) =>
      Array.from(
        { length: Math.floor(random() * most) },
        () => SIGNS[Math.floor(random() * SIGNS.length)],
      ).join('')
    const url = `https://${random() < 0.5 ? 'creators.example' : some(5)}/${some(7)}`
    if (!isPlainUrl(url)) continue
    plain++
    assert.equal(URL.parse(url)?.href, url)
  }
  assert.ok(plain > 3000, String(plain))
})

for (const [host, reason] of [
  ['1.2.3.256', 'invalid IPv4 address'],
  ['a.0x7g', null],
  ['a.1', 'invalid IPv4 address'],
  ['xn--a', 'invalid international domain name'],
  ['b.xn--a', 'invalid international domain name'],
] as const)
  it(`says of https://${host}/: ${reason ?? 'good'}`, () => {
    const checked = checkHttpUrl(`https://${host}/`)
    assert.deepEqual(checked.ok ? null : checked.ctx, reason && { error: reason })
  })
