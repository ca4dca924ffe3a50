import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { PageResponse } from '../src/evidence/page.ts'
import { searchEngineOf } from '../src/search/index.ts'
import type { SearchEngine } from '../src/search/search-engine.ts'

const FIXTURES = join(import.meta.dirname, '..', 'fixtures', 'search')

const ENGINES: Record<
  string,
  { setting: string; asks: string; headers: Record<string, string> | undefined }
> = {
  searxng: {
    setting: 'searxng:http://search.example/sub',
    asks: 'http://search.example/sub/search?q=%22wrenhollow%22&format=json&safesearch=0',
    headers: undefined,
  },
  brave: {
    setting: 'brave:BSA-key',
    asks: 'https://api.search.brave.com/res/v1/web/search?q=%22wrenhollow%22&count=20&safesearch=off',
    headers: { 'x-subscription-token': 'BSA-key' },
  },
  google: {
    setting: 'google:AIza-key@0123:abc',
    asks: 'https://www.googleapis.com/customsearch/v1?key=AIza-key&cx=0123%3Aabc&q=%22wrenhollow%22&num=10',
    headers: undefined,
  },
}

describe('search engines', () => {
  it('each have recorded answers, and each recorded answer an engine', () => {
    assert.deepEqual(readdirSync(FIXTURES).sort(), Object.keys(ENGINES).sort())
  })

  for (const [id, { setting, asks, headers }] of Object.entries(ENGINES)) {
    const engine = engineOf(setting)

    it(`${id} asks in its own way`, () => {
      const request = engine.request('"wrenhollow"')
      assert.equal(request.url, asks)
      assert.equal(request.accept, 'json')
      assert.deepEqual(request.headers, headers)
    })

    it(`${id} gives hits as plain text, and only those of the web`, () => {
      const hits = engine.read(answer(200, recorded(id, 'hits')))
      assert.equal(hits?.[0]?.url, 'https://gazette.example/culture/wren-hollow')
      assert.match(hits?.[0]?.snippet ?? '', /^The boat builder known as @wrenhollow opens her yard\.$/)
      assert.ok(hits?.every((hit) => /^https:/.test(hit.url) && !/<|&amp;/.test(hit.title)))
    })

    it(`${id} says "unknown", not "no hits", when it was refused or answered something else`, () => {
      assert.equal(engine.read(answer(429, recorded(id, 'hits'))), null)
      assert.equal(engine.read(answer(200, { error: 'quota' })), null)
      assert.equal(engine.read(answer(200, undefined)), null)
    })
  }

  it('tell no hits from no answer', () => {
    for (const id of ['brave', 'google']) {
      assert.deepEqual(engineOf(ENGINES[id]?.setting ?? '').read(answer(200, recorded(id, 'none'))), [])
    }
  })

  it('are refused with the forms that are understood', () => {
    for (const setting of ['searxng:search.example', 'google:only-a-key', 'yahoo:x', 'brave']) {
      assert.throws(
        () => searchEngineOf(setting),
        /searxng:https:\/\/search\.example, brave:<key> or google:/,
      )
    }
    assert.equal(searchEngineOf(undefined), null)
  })
})

function engineOf(setting: string): SearchEngine {
  const engine = searchEngineOf(setting)
  assert.ok(engine)
  return engine
}

function recorded(id: string, name: string): unknown {
  return JSON.parse(readFileSync(join(FIXTURES, id, `${name}.json`), 'utf8'))
}

function answer(status: number, json: unknown): PageResponse {
  return {
    requestedUrl: 'https://search.example/',
    finalUrl: 'https://search.example/',
    status,
    headers: {},
    hops: [],
    contentType: 'application/json',
    bytes: 0,
    truncated: false,
    sha256: '',
    fetchedAt: '',
    durationMs: 0,
    page: null,
    json,
    text: '',
  }
}
