import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Toscan } from '../../sdk/client.ts'
import { openEvidenceSigner } from '../../src/auth/evidence-key.ts'
import { createVault } from '../../src/auth/vault.ts'
import { settleEnds } from '../../src/db/scans/finish-scan.ts'
import { scanOfOrg } from '../../src/db/scans/scan-reads.ts'
import { signScan } from '../../src/jobs/sign-scan.ts'
import { seedScans } from '../support/seed-scans.ts'
import { detailOf, startApi, type TestApi } from '../support/start-api.ts'

let api: TestApi
before(async () => {
  api = await startApi()
})
after(() => api.stop())

describe('what a scan rests on', () => {
  it('is handed to its organization, and whoever has the public key can verify it', async () => {
    const { db, secretKey } = api.opened
    const tenant = await api.makeTenant()
    const [seeded, unsigned] = await seedScans(db, tenant.orgId, [{}, {}])
    const scan = await scanOfOrg(db, tenant.orgId, seeded?.scan_id ?? '')
    assert.ok(scan)
    const signer = await openEvidenceSigner(db, createVault(secretKey))
    await settleEnds(db, [{ scan, signed: signScan(signer, { scan, captured: [] }) }])
    const client = new Toscan({ baseUrl: api.baseUrl, apiKey: tenant.key })
    const { manifest, signature, key_id } = await client.evidence.manifest(scan.scan_id)
    const answer = await api.call('GET', '/.well-known/toscan-evidence-key')
    assert.equal(answer.headers['content-type'], 'application/json')
    const { kty, crv, x, kid } = Object(answer.json)
    assert.equal(kid, key_id)
    assert.deepEqual(Object.keys(Object(answer.json)).toSorted(), ['alg', 'crv', 'kid', 'kty', 'use', 'x'])
    const key = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify'])
    const bytes = Uint8Array.from(atob(signature), (letter) => letter.charCodeAt(0))
    assert.equal(await crypto.subtle.verify('Ed25519', key, bytes, new TextEncoder().encode(manifest)), true)
    assert.equal(JSON.parse(manifest).scan_id, scan.scan_id)
    const none = await api.call('GET', `/api/v2/scans/${unsigned?.scan_id}/evidence-manifest`, {
      token: tenant.key,
    })
    assert.deepEqual([none.status, detailOf(none)], [404, 'Manifest not found'])
  })
})
