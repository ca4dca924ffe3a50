import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readUrls } from './read-urls.ts'

describe('readUrls', () => {
  it('reads one address a line, without comments, blanks and a byte order mark', () => {
    assert.deepEqual(readUrls('\uFEFF# today\nhttps://a.example\r\n\n  https://b.example/x?y=1 \n'), [
      'https://a.example',
      'https://b.example/x?y=1',
    ])
  })

  it('finds the column named url or profile_url, in any case', () => {
    assert.deepEqual(readUrls('name,Profile_URL\nNadia,https://a.example\nOmar,https://b.example'), [
      'https://a.example',
      'https://b.example',
    ])
  })

  it('takes the column that is asked for, and says when there is none', () => {
    const file = 'url,page\nhttps://a.example,https://p.example\n'
    assert.deepEqual(readUrls(file, 'page'), ['https://p.example'])
    assert.equal(readUrls(file, 'nope'), null)
  })

  it('understands quotes around commas, line breaks and quotes', () => {
    const file = 'note,url\n"a, ""b""\nand c","https://a.example/?q=1,2"\n'
    assert.deepEqual(readUrls(file), ['https://a.example/?q=1,2'])
  })

  it('takes the first column where none has a name, and no quote for a fault', () => {
    assert.deepEqual(readUrls('https://a.example,x\n"https://b.example'), [
      'https://a.example',
      '"https://b.example',
    ])
  })
})
