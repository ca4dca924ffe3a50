import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../net/html/parse-html.ts'
import { allStates, assignedState, scriptState } from './embedded-state.ts'
import { findRecord, hasKeys } from './read-path.ts'

const USER = {
  username: 'mina',
  bio: 'Paints "harbours" & boats – 港 {it\'s} \n two lines',
  filler: 'x'.repeat(200),
}
const JSON_TEXT = JSON.stringify({ data: { user: USER } })
const page = (script: string) => parseHtml(`<title>t</title><script>${script}</script>`, 'https://a.example/')
const hex = (text: string) =>
  [...text]
    .map((letter) =>
      /[\w .]/.test(letter)
        ? letter
        : letter.charCodeAt(0) < 256
          ? `\\x${letter.charCodeAt(0).toString(16).padStart(2, '0')}`
          : letter,
    )
    .join('')

const FORMS: Record<string, string> = {
  'an assignment': `window._sharedData = ${JSON_TEXT};`,
  'a declaration': `var _sharedData=${JSON_TEXT}`,
  'a bracketed name': `window["_sharedData"] = ${JSON_TEXT};`,
  'JSON.parse of a text': `window._sharedData = JSON.parse(${JSON.stringify(JSON_TEXT)});`,
  'JSON.parse of a text in single quotes': `window._sharedData = JSON.parse('${JSON_TEXT.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}');`,
  'a text with hexadecimal escapes': `var _sharedData = '${hex(JSON_TEXT)}';`,
}

describe('state in scripts', () => {
  for (const [form, script] of Object.entries(FORMS)) {
    it(`is read from ${form}, by name and without`, () => {
      assert.deepEqual(assignedState(page(script), '_sharedData'), { data: { user: USER } })
      assert.deepEqual(findRecord(allStates(page(script)), hasKeys('username', 'bio')), USER)
    })
  }

  it('is read from what a function is handed', () => {
    const states = allStates(page(`window.__additionalDataLoaded('/mina/',${JSON_TEXT});`))
    assert.deepEqual(findRecord(states, hasKeys('username', 'bio')), USER)
  })

  it('is found behind code that only looks like it', () => {
    const script = `const a = ["b", function () { return 1 }]; load({"broken": tru}, ${JSON_TEXT})`
    assert.deepEqual(findRecord(allStates(page(script)), hasKeys('username', 'bio')), USER)
  })

  it('is read by id, also where the id is a global', () => {
    const withId = parseHtml(
      `<script id="__NEXT_DATA__" type="application/json">${JSON_TEXT}</script>`,
      'https://a.example/',
    )
    assert.deepEqual(scriptState(withId, '__NEXT_DATA__'), { data: { user: USER } })
    assert.deepEqual(scriptState(page(`__NEXT_DATA__ = ${JSON_TEXT};module={}`), '__NEXT_DATA__'), {
      data: { user: USER },
    })
  })

  it('is nothing where a script is cut off or no JSON', () => {
    assert.equal(assignedState(page(`var _sharedData = ${JSON_TEXT.slice(0, 90)}`), '_sharedData'), undefined)
    assert.deepEqual(allStates(page(`var a = {"b": ${'function(){},'.repeat(40)}`)), [])
  })

  it('of a hostile script costs little', () => {
    const started = process.cpuUsage()
    allStates(page('=["'.repeat(300_000)))
    allStates(page('={"a":'.repeat(150_000)))
    assert.ok(process.cpuUsage(started).user < 4_000_000)
  })
})
