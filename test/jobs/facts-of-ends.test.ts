import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { ownDatabase } from '../support/own-database.ts'

interface Facts {
  creator: string
  marks: string[]
  picture: string | null
  reason_codes: string[]
  domains: string[]
  minor_safety: boolean
  severe: boolean
}

const TARGET = 'https://www.instagram.com/Ana.Noite/'
const PICTURE = `0000ffff${'12ab'.repeat(14)}`
const PLAIN = 'instagram.com/ana.noite'
const LOOKS = Array.from({ length: 14 }, (_, index) => `look:${index + 2}:12ab`)

const entry = (url: string, more: object = {}) => ({ url, type: 'link', binding: 'linked', ...more })
const report = {
  reason_codes: ['second', 'first'],
  findings: [{ family: 'adult', severity: 'critical' }],
  evidence_index: [
    entry('https://paid.example/ana', { domain: 'Paid.example' }),
    entry('http://www.paid.example/Ana/?ref=1', { domain: 'paid.example' }),
    entry('https://other.example/', { domain: 'a.example', binding: 'search' }),
    entry('https://shot.example/', { type: 'screenshot', domain: '' }),
    entry(''),
  ],
  profile: { platform: 'instagram', handle: 'Ana.Noite', picture_hash: PICTURE, bio: 'Paints.' },
}

describe('What is known of an ended scan', () => {
  const opened = ownDatabase()

  async function factsOf(json: string | null): Promise<Facts> {
    const { rows } = await sql<Facts>`select * from facts_of_end(${json}::json, ${TARGET})`.execute(opened.db)
    const [facts] = rows
    assert.ok(facts)
    return { ...facts, marks: facts.marks.toSorted() }
  }

  it('is read out of its report', async () => {
    assert.deepEqual(await factsOf(JSON.stringify(report)), {
      creator: '@instagram/ana.noite',
      marks: [
        `at:${PLAIN}`,
        'handle:ananoite',
        `link:${PLAIN}`,
        'link:paid.example/ana',
        ...LOOKS,
      ].toSorted(),
      picture: PICTURE,
      reason_codes: ['second', 'first'],
      domains: ['a.example', 'paid.example'],
      minor_safety: false,
      severe: true,
    })
  })

  it('names minor safety, which is severe', async () => {
    const findings = [{ family: 'minor_safety', severity: 'high' }]
    const { minor_safety, severe } = await factsOf(JSON.stringify({ ...report, findings }))
    assert.deepEqual({ minor_safety, severe }, { minor_safety: true, severe: true })
  })

  it('is its address where there is no report', async () => {
    assert.deepEqual(await factsOf(null), {
      creator: PLAIN,
      marks: [`at:${PLAIN}`, `link:${PLAIN}`],
      picture: null,
      reason_codes: [],
      domains: [],
      minor_safety: false,
      severe: false,
    })
  })

  it('hashes marks with their organization as every version before', async () => {
    const { rows } = await sql<{ ours: number[]; before: number[]; none: number[] }>`
      select mark_hashes('org_1', array['a', null, 'b']) as ours, mark_hashes('org_1', null) as none,
             array(select hashtextextended('org_1' || E'\n' || m, 0) from unnest(array['a', null, 'b']) m) as before`.execute(
      opened.db,
    )
    assert.deepEqual(rows[0]?.ours, rows[0]?.before)
    assert.deepEqual(rows[0]?.none, [])
  })
})
