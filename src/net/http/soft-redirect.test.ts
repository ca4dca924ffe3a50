import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { emptyPage } from '../../evidence/page.ts'
import { softRedirect } from './soft-redirect.ts'

const page = { ...emptyPage(), refresh: 'https://a.test/' }

describe('softRedirect', () => {
  it('prefers the refresh to the script', () => {
    const both = { ...page, scriptRedirect: 'https://b.test/' }
    assert.deepEqual(softRedirect(both), { location: 'https://a.test/', kind: 'meta_refresh' })
    assert.deepEqual(softRedirect({ ...both, refresh: null }), {
      location: 'https://b.test/',
      kind: 'script',
    })
  })

  it('leaves pages alone that show text or carry state', () => {
    assert.equal(softRedirect({ ...page, text: 'x'.repeat(200) }), null)
    assert.equal(softRedirect({ ...page, jsonLd: [{}] }), null)
    assert.equal(
      softRedirect({ ...page, scripts: [{ id: 'state', type: '', text: 'x'.repeat(5000) }] }),
      null,
    )
    assert.equal(softRedirect(null), null)
  })

  it('follows long code that carries no state', () => {
    const code = { id: '', type: '', text: 'send("them");'.repeat(500) }
    assert.equal(softRedirect({ ...page, scripts: [code] })?.kind, 'meta_refresh')
  })
})
