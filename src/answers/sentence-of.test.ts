import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sentenceOf } from './sentence-of.ts'

const LINE = 'I print harbours, mostly at night.'

/** A line with a link in it, as editors and React keep it. */
const LINES: Record<string, unknown[]> = {
  Slate: [
    { text: 'I print ' },
    { type: 'a', url: 'https://x.example/', children: [{ text: 'harbours', bold: true }] },
    { text: ', mostly at night.' },
  ],
  Lexical: [
    { type: 'text', text: 'I print ', format: 0 },
    { type: 'link', url: 'https://x.example/', children: [{ type: 'text', text: 'harbours' }] },
    { type: 'text', text: ', mostly at night.' },
  ],
  Contentful: [
    { nodeType: 'text', value: 'I print ', marks: [] },
    {
      nodeType: 'hyperlink',
      data: { uri: 'https://x.example/' },
      content: [{ nodeType: 'text', value: 'harbours', marks: [] }],
    },
    { nodeType: 'text', value: ', mostly at night.', marks: [] },
  ],
  React: ['I print ', ['$', 'b', null, { children: 'harbours' }], ', mostly ', 'at night.'],
  'a component of React': [
    'I print ',
    ['$', '$L7', null, { href: 'https://x.example/', children: ['har', 'bours'] }],
    ', mostly at night.',
  ],
}

describe('a sentence in runs', () => {
  for (const [name, list] of Object.entries(LINES))
    it(`is one text with the link in it: ${name}`, () => {
      assert.equal(sentenceOf(list), LINE)
    })

  it('is none where paragraphs or posts follow one another', () => {
    const paragraph = (text: string) => ({ type: 'paragraph', children: [{ text }] })
    assert.equal(sentenceOf([paragraph('I print, '), paragraph('mostly at night.')]), null)
    assert.equal(sentenceOf(['I print, ', 'mostly at night.']), null)
  })

  it('ends with what is nested beyond reason', () => {
    const deep = Array.from({ length: 50 }).reduce<unknown>(
      (inner) => ({ type: 'link', children: [inner] }),
      { text: 'harbours' },
    )
    assert.equal(sentenceOf([{ text: 'I print ' }, deep]), null)
  })
})
