import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { Refused, Toscan } from '../../sdk/client.ts'
import { ScanSummary } from '../../sdk/contract.ts'
import { seedScans } from '../support/seed-scans.ts'
import { startApi, type Tenant, type TestApi } from '../support/start-api.ts'

describe('GET /org/scans/export', () => {
  let api: TestApi
  let tenant: Tenant
  let client: Toscan
  before(async () => {
    api = await startApi()
    tenant = await api.makeTenant()
    client = new Toscan({ baseUrl: api.baseUrl, apiKey: tenant.key })
    const scans = Array.from({ length: 1234 }, (_, index) => ({
      profile_url: `https://ex.com/${index}`,
      risk_score: index % 7,
      created_at: new Date(Date.UTC(2026, 1, 1) + index * 1000).toISOString().replace('Z', '000+00:00'),
    }))
    await seedScans(api.opened.db, tenant.orgId, scans)
    await seedScans(api.opened.db, (await api.makeTenant()).orgId, [{}])
  })
  after(() => api.stop())

  const exported = async (query = '', token = tenant.key) => {
    const answer = await api.call('GET', `/api/v2/org/scans/export${query}`, { token })
    assert.equal(answer.status, 200, answer.text)
    return answer
  }
  const linesOf = (text: string) =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => ScanSummary.parse(JSON.parse(line)))
  const acts = async () => {
    const { rows } = await sql<{ after: string; actor_kind: string }>`
      select after, actor_kind from audit_log where chain = ${tenant.orgId} and action = 'scans.export'
       order by seq desc`.execute(api.opened.db)
    return rows.map(({ after, actor_kind }) => [actor_kind, JSON.parse(after)])
  }

  for (const [what, query] of [
    ['all', ''],
    ['a search', '?q=1'],
    ['an order', '?sort_by=risk_score&sort_order=asc'],
    ['days and a mode', '?from_date=2026-02-01&to_date=2026-02-01&scan_mode=deep'],
    ['nothing', '?status=failed'],
  ] as const)
    it(`gives what the list gives: ${what}`, async () => {
      const answer = await exported(query)
      assert.equal(answer.headers['content-type'], 'application/x-ndjson')
      assert.equal(answer.headers['content-disposition'], 'attachment; filename="scans.ndjson"')
      const listed = []
      let after = ''
      do {
        const page = await api.call(
          'GET',
          `/api/v2/org/scans${query || '?'}&limit=100${after && `&after=${after}`}`,
          { token: tenant.key },
        )
        const { scans, next_cursor } = Object(page.json)
        listed.push(...scans)
        after = next_cursor
      } while (after)
      const rows = linesOf(answer.text)
      assert.deepEqual(rows, listed)
      if (what === 'all') assert.equal(rows.length, 1234)
    })

  it('tells that it was exported, by whom, and not what was looked for', async () => {
    await exported('?q=a-creator&format=csv')
    const [act] = await acts()
    assert.deepEqual(act, ['key', { what: 'list', format: 'csv', filters: ['q'] }])
  })

  it('gives a table that no spreadsheet runs', async () => {
    const own = await api.makeTenant()
    const [scan] = await seedScans(api.opened.db, own.orgId, [
      { profile_url: '=HYPERLINK("http://x.example";"a")' },
    ])
    const { text, headers } = await exported('?format=csv', own.key)
    assert.equal(headers['content-type'], 'text/csv; charset=utf-8')
    const [head, row, end] = text.split('\r\n')
    assert.match(head ?? '', /^\ufeffscan_id,profile_url,status,.*,reason_codes$/)
    assert.ok(row?.startsWith(`${scan?.scan_id},"'=HYPERLINK(""http://x.example"";""a"")",completed,`), row)
    assert.equal(row?.split(',').length, head?.split(',').length)
    assert.equal(end, '')
  })

  it('refuses a filter that it does not know, rather than giving everything', async () => {
    for (const query of ['?statsu=failed', '?limit=5', '?after=x', '?format=xml', '?status=x']) {
      const answer = await api.call('GET', `/api/v2/org/scans/export${query}`, { token: tenant.key })
      assert.equal(answer.status, 422, query)
    }
    for (const query of ['?recommendation=x', '?from_date=2026-02-31', '?reviewer=me']) {
      const answer = await api.call('GET', `/api/v2/org/scans/export${query}`, { token: tenant.key })
      assert.equal(answer.status, 400, query)
    }
    await assert.rejects(client.scans.export({ q: 'x', ...{ statsu: 'failed' } }), Refused)
  })

  it('comes through the client as a stream', async () => {
    const stream = await client.scans.export({ sort_by: 'risk_score' })
    assert.equal(linesOf(await new Response(stream).text()).length, 1234)
  })

  it('ends its work when whoever asked has gone', async () => {
    const stream = await client.scans.export({})
    const reader = stream.getReader()
    assert.ok((await reader.read()).value)
    await reader.cancel()
    assert.equal((await exported('?status=failed')).text, '')
  })
})
