import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Toscan } from '../../sdk/client.ts'
import { judge } from '../../src/pipeline/judge/judge.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from '../policy/built-in-pack.ts'
import { seedScans } from '../support/seed-scans.ts'
import { field, type Person, type Tenant } from '../support/start-api.ts'
import { withDashboard } from './with-dashboard.ts'

const RESELLER = 'https://reseller.example/ana'

describe('the criteria', () => {
  const dashboard = withDashboard()

  async function criteriaOf(tenant: Tenant, person: Person = tenant.adminPerson) {
    const window = await dashboard.open(person, `/o/${tenant.orgId}/criteria`)
    await window.page.getByRole('heading', { name: 'Criteria', level: 1 }).waitFor()
    return window
  }

  /** A finished scan of a profile with this bio, as a worker leaves it. */
  async function seedJudged(orgId: string, bio: string) {
    const [scan] = await seedScans(dashboard.api.opened.db, orgId, [
      { profile_url: RESELLER, recommendation: 'no_flags' },
    ])
    const { evidence, subject } = exampleEvidence(bio)
    const { coverage } = scan ?? {}
    assert.ok(coverage)
    const judged = judge(pack, { evidence, subject, coverage, planned: [], consultation: null })
    await dashboard.api.opened.pool.query(
      `insert into scan_steps (scan_id, step, output, started_at, attempt) values ($1, 'analysis', $2, now(), 1)`,
      [scan?.scan_id, JSON.stringify({ ...judged, subject })],
    )
  }

  it('begin with what they are for, and lead from draft over shadow to live', async () => {
    const tenant = await dashboard.api.makeTenant()
    await seedJudged(tenant.orgId, 'Copies of the lantern course, five euro')
    const window = await criteriaOf(tenant)
    const { page } = window
    await page.getByText('No criteria of your own yet').waitFor()
    await window.settled()
    await window.assertSound()
    await page.getByRole('link', { name: 'New criterion' }).click()
    await page.getByRole('heading', { name: 'New criterion' }).waitFor()

    await page.getByLabel('Name').fill('Courses resold')
    await page.getByLabel('Phrases').fill('lantern')
    await page.getByRole('button', { name: 'Save as a draft' }).click()
    await page.getByText(/“lantern”: is one word, which says nothing whole/).waitFor()
    await page.getByLabel('Phrases').fill('copies of the lantern course\nde: Kopien des Laternenkurses')
    await page.getByLabel('Of a hundred hits').fill('90')
    await page.getByRole('button', { name: /Severity/ }).click()
    await page.getByRole('option', { name: 'High' }).click()

    await page.getByLabel('A text, as the bio of a profile').fill('COPIES of the lantern course')
    await page.getByRole('button', { name: 'Try on this text' }).click()
    await page.getByText('COPIES of the lantern course', { exact: true }).last().waitFor()
    await page.getByRole('button', { name: 'Try on the last 1,000 scans' }).click()
    await page
      .getByText('1 scans tried: it finds something in 1, and 1 would be recommended otherwise.')
      .waitFor()
    await window.settled()
    await window.assertSound()

    await page.getByRole('button', { name: 'Save as a draft' }).click()
    await page.getByRole('heading', { name: 'Courses resold', level: 1 }).waitFor()
    await page.getByText('Draft: judges nothing.').waitFor()
    await page.getByRole('button', { name: 'Put in shadow (version 1)' }).click()
    await page.getByText('In shadow: recorded, not counted, version 1.').waitFor()
    await page.getByRole('button', { name: 'Make live (version 1)' }).click()
    await page.getByText('Live, version 1.').waitFor()
    await page.getByLabel('Words', { exact: true }).fill('lanterns')
    await page.getByRole('button', { name: 'Save as version 2' }).click()
    await page.getByText('Live, version 1; version 2 is not in force yet.').waitFor()
    await page.getByText('Saved as version 2.').waitFor()
    await window.settled()
    await window.assertSound()

    const client = new Toscan({ baseUrl: dashboard.api.baseUrl, token: () => tenant.key })
    const { criteria } = await client.criteria.list()
    assert.deepEqual(
      criteria.map(({ code, state, version, judging_version, definition }) => [
        code,
        state,
        version,
        judging_version,
        definition.phrases,
      ]),
      [
        [
          'own_courses_resold',
          'live',
          2,
          1,
          { en: ['copies of the lantern course'], de: ['Kopien des Laternenkurses'] },
        ],
      ],
    )
    await page.getByRole('link', { name: 'All criteria' }).click()
    await page.getByRole('row').filter({ hasText: 'own_courses_resold' }).waitFor()
    await window.settled()
    await window.assertSound()
    await window.close()
  })

  it('are read by members, without the controls', async () => {
    const tenant = await dashboard.api.makeTenant()
    const admin = new Toscan({ baseUrl: dashboard.api.baseUrl, token: () => tenant.admin })
    await admin.criteria.create({
      code: 'own_courses',
      definition: { name: 'Courses resold', family: 'piracy', severity: 'high', domains: ['copies.example'] },
    })
    await admin.org.updatePolicy({ codes: { spam_engagement: 'off' }, thresholds: { meetup_hint: 0.5 } })
    const window = await criteriaOf(tenant, tenant.memberPerson)
    const { page } = window
    await page.getByRole('row').filter({ hasText: 'spam_engagement' }).getByText('Off').waitFor()
    await page.getByRole('row').filter({ hasText: 'meetup_hint' }).getByText('From 50 % on').waitFor()
    assert.equal(await page.getByRole('button', { name: /Save|here|heard/ }).count(), 0)
    await page.getByRole('link', { name: 'Courses resold' }).click()
    await page.getByRole('heading', { name: 'Courses resold', level: 1 }).waitFor()
    await page.getByText(/Admin role required/).waitFor()
    assert.equal(await page.getByRole('button', { name: /Save|Make live|Try/ }).count(), 0)
    await window.settled()
    await window.assertSound()
    await window.close()
  })

  it('switches a reason code off, and only when it is saved', async () => {
    const tenant = await dashboard.api.makeTenant()
    const window = await criteriaOf(tenant)
    const { page } = window
    const row = page.getByRole('row').filter({ hasText: 'offplatform_contact' })
    await row.getByRole('button', { name: /here/ }).click()
    await page.getByRole('option', { name: 'Off', exact: true }).waitFor()
    await window.assertSound()
    await page.getByRole('option', { name: 'Off', exact: true }).click()
    await page.getByText('1 not saved yet: offplatform_contact').waitFor()
    const before = await dashboard.api.call('GET', '/api/v2/org/policy', { token: tenant.key })
    assert.deepEqual(field(before, 'codes'), {})
    // What a colleague saves meanwhile is neither lost nor takes away what is not saved yet.
    const colleagues = { codes: { meetup_hint: 'off' } }
    await dashboard.api.call('PATCH', '/api/v2/org/policy', { token: tenant.admin, body: colleagues })
    // Whatever row one is at, it is saved without scrolling to the end of the table.
    const place = await page.getByRole('button', { name: 'Save the policy' }).boundingBox()
    assert.ok(place && place.y + place.height <= (page.viewportSize()?.height ?? 0), JSON.stringify(place))
    await page.getByRole('button', { name: 'Save the policy' }).click()
    await page.getByText(/not saved yet/).waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: 'Only what differs from the pack (2)' }).check()
    assert.equal(await page.getByRole('table', { name: 'Reason codes' }).getByRole('row').count(), 3)
    const after = await dashboard.api.call('GET', '/api/v2/org/policy', { token: tenant.key })
    assert.deepEqual(field(after, 'codes'), { ...colleagues.codes, offplatform_contact: 'off' })
    await row.getByRole('button', { name: /here/ }).click()
    await page.getByRole('option', { name: 'In shadow' }).click()
    await row.getByRole('button', { name: /heard/ }).click()
    await page.getByRole('option', { name: 'From 60 % on' }).click()
    await page.getByRole('button', { name: 'Save the policy' }).click()
    await page.getByText(/not saved yet/).waitFor({ state: 'detached' })
    const shaded = await dashboard.api.call('GET', '/api/v2/org/policy', { token: tenant.key })
    assert.deepEqual(
      ['codes', 'thresholds', 'shadow'].map((name) => field(shaded, name)),
      [colleagues.codes, { offplatform_contact: 0.6 }, ['offplatform_contact']],
    )
    await window.assertSound()
    await window.close()
  })

  it('offers no switch for what is always reported', async () => {
    const tenant = await dashboard.api.makeTenant()
    const window = await criteriaOf(tenant)
    const row = window.page.getByRole('row').filter({ hasText: 'minor_age_claim' })
    await row.getByText('Always reported').waitFor()
    assert.equal(await row.getByRole('button').count(), 0)
    await window.close()
  })

  it('say of a code that nobody has that there is none, under a heading', async () => {
    const tenant = await dashboard.api.makeTenant()
    const window = await dashboard.open(tenant.adminPerson, `/o/${tenant.orgId}/criteria/nobodys`)
    await window.page.getByRole('heading', { name: 'No such criterion', level: 1 }).waitFor()
    await window.assertSound()
    await window.close()
  })

  it('show what they can when one part fails, and what failed', async () => {
    const tenant = await dashboard.api.makeTenant()
    const window = await dashboard.open(tenant.adminPerson, '/icon.svg')
    const { page } = window
    await page.route('**/api/v2/org/criteria', (route) =>
      route.fulfill({ status: 403, json: { detail: 'Not today' } }),
    )
    await page.goto(`/o/${tenant.orgId}/criteria`)
    await page.getByRole('alert').getByText('Not today').waitFor()
    await page.getByRole('table', { name: 'Reason codes' }).waitFor()
    await page.unroute('**/api/v2/org/criteria')
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByText('No criteria of your own yet').waitFor()
    await window.close()
  })
})
