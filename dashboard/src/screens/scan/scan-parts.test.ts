import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { ValidationFailed } from '../../../../sdk/client.ts'
import { readProfileList } from './profile-list.ts'
import { refusedFields } from './refused-fields.ts'
import { asCurl, readMetadata, requestOf, type Submission } from './submission.ts'

describe('a list of profiles', () => {
  it('is read line by line, and says which line is wrong', () => {
    const list = readProfileList('https://a.example/x\n\nhtp://b.example\n  https://c.example/y  \nname')
    assert.deepEqual(list.urls, ['https://a.example/x', 'https://c.example/y'])
    assert.deepEqual(list.lines, [1, 4])
    assert.deepEqual(
      list.bad.map(({ line, text }) => [line, text]),
      [
        [3, 'htp://b.example'],
        [5, 'name'],
      ],
    )
  })

  it('leaves out what comes twice, and says so', () => {
    const list = readProfileList('https://a.example\nhttps://a.example\r\nhttps://a.example')
    assert.deepEqual([list.urls.length, list.duplicates], [1, 2])
  })

  it('may be a spreadsheet with a header, quotes and other columns', () => {
    const list = readProfileList(
      '\ufeffname,url\n"Lind, Mara",https://a.example/mara\nIna;"https://b.example/?q=1,2"\nKim\thttps://c.example',
    )
    assert.deepEqual(list.urls, ['https://a.example/mara', 'https://b.example/?q=1,2', 'https://c.example'])
    assert.deepEqual(list.bad, [])
  })

  it('keeps commas that belong to an address', () => {
    assert.deepEqual(readProfileList('https://a.example/x,y').urls, ['https://a.example/x,y'])
  })

  it('takes no address that the service would refuse', () => {
    for (const text of [
      'javascript:alert(1)',
      'https://',
      'https:///x',
      `https://a.example/${'x'.repeat(2100)}`,
    ])
      assert.equal(readProfileList(text).bad.length, 1, text.slice(0, 30))
  })
})

describe('a submission', () => {
  const submission: Submission = {
    urls: ["https://a.example/it's"],
    mode: 'quick',
    callbackUrl: '',
    metadata: {},
  }

  it('sends one profile to /scan and several to /batch, and nothing that was left empty', () => {
    assert.deepEqual(requestOf(submission), {
      path: '/api/v2/scan/quick',
      body: { profile_url: "https://a.example/it's" },
    })
    const two = requestOf({
      ...submission,
      urls: ['https://a.example', 'https://b.example'],
      callbackUrl: 'https://c.example',
      metadata: { case: 7 },
    })
    assert.equal(two.path, '/api/v2/batch/quick')
    assert.deepEqual(two.body, {
      profile_urls: ['https://a.example', 'https://b.example'],
      callback_url: 'https://c.example',
      metadata: { case: 7 },
    })
  })

  it('is the same for a shell, whatever the address holds', () => {
    const hostile = { ...submission, urls: ["https://a.example/';touch x;'$(id)`id`"] }
    const command = asCurl(hostile, 'http://127.0.0.1:8080').replace('curl', 'printf "%s\\n"')
    const printed = execFileSync('sh', ['-c', command], { encoding: 'utf8', env: { TOSCAN_API_KEY: 'sk_x' } })
    assert.deepEqual(JSON.parse(printed.slice(printed.indexOf('{'))), requestOf(hostile).body)
  })

  it('takes metadata that is an object, and says what is wrong with any other', () => {
    assert.deepEqual(readMetadata(' {"case": 7} '), { metadata: { case: 7 } })
    assert.deepEqual(readMetadata(''), { metadata: {} })
    for (const text of ['[1]', '7', 'null', '{"case"']) assert.ok('problem' in readMetadata(text), text)
  })
})

describe('a refusal', () => {
  it('goes to its lines and fields', () => {
    const entry = (loc: (string | number)[], msg: string) => ({ loc, msg, type: 'x', input: null })
    const error = new ValidationFailed(422, [
      entry(['body', 'profile_urls', 1], 'no'),
      entry(['body', 'callback_url'], 'not https'),
      entry(['body', 'other'], 'strange'),
    ])
    assert.deepEqual(refusedFields(error, ['https://a.example', 'https://b.example'], [1, 5]), {
      lines: [{ line: 5, text: 'https://b.example', problem: 'no' }],
      callback: 'not https',
      metadata: null,
      other: ['other: strange'],
    })
  })

  it('of a callback alone is a sentence', () => {
    const refused = refusedFields(new ValidationFailed(422, 'Invalid callback URL: private address'), [], [])
    assert.equal(refused.callback, 'Invalid callback URL: private address')
  })
})
