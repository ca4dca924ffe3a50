import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as linkify from 'linkifyjs'
import { writtenAddresses } from '../../src/platforms/links/written-addresses.ts'
import { seeded } from '../support/seeded.ts'

/** What addresses are made of, what looks like them, and what parts words. */
const PIECES = [
  ...[
    'a',
    'b.com',
    '.',
    ':',
    '/',
    '//',
    'http',
    'https:',
    '@',
    'localhost',
    'co',
    'uk',
    '-',
    'x',
    '1',
    '#',
    '?',
    '..',
    '...',
    ',',
  ],
  ...[
    'www',
    'mailto:',
    'ftp://',
    '://',
    '_',
    '(',
    ')',
    '"',
    'linktr.ee',
    'é',
    'é.com',
    '例',
    '。',
    '…',
    '🦊',
    '\ufffc',
    '\u200b',
  ],
  ...[' ', ' ', '\n', '\t', '\r', '\u00a0', '\u2028', '\ufeff'],
]

it('addresses found word by word are those that linkify finds in the whole text', () => {
  const random = seeded(7)
  const piece = () => PIECES[Math.floor(random() * PIECES.length)] ?? ''
  let some = 0
  for (let text = 0; text < 40_000; text++) {
    const written = Array.from({ length: 1 + Math.floor(random() * 9) }, piece).join('')
    const whole = linkify.find(written, 'url').map(({ value, start }) => ({ value, start }))
    assert.deepEqual(writtenAddresses(written), whole, JSON.stringify(written))
    if (whole.length > 0) some++
  }
  assert.ok(some > 5_000)
})
