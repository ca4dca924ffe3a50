import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { html } from '../../demo/web/site.ts'
import { BadRequest, Conflict, Forbidden, NotFound, Toscan, ValidationFailed } from '../../sdk/client.ts'
import type { NewDefinition } from '../../sdk/criteria.ts'
import { loadPolicyPack } from '../../src/policy/pack/pack.ts'
import { type Bench, openBench } from '../evidence/bench.ts'
import { scanThrough, type WebUnderTest } from '../scans/demo-web.ts'
import { send } from '../support/call.ts'
import { startApi, type Tenant, type TestApi } from '../support/start-api.ts'

const RESELLER = 'https://reseller.example/ana'
const PAINTER = 'https://painter.example/ben'
const CODE = 'own_course_resale'
const COURSES: NewDefinition = {
  name: 'Our courses resold',
  family: 'piracy',
  severity: 'high',
  phrases: { en: ['copies of the lantern course'] },
  exclusions: { en: ['official partner'] },
  precision: 0.9,
}

let web: WebUnderTest
let bench: Bench
let api: TestApi
let tenant: Tenant
const clientOf = (token: string) => new Toscan({ baseUrl: api.baseUrl, token: () => token })
const admin = () => clientOf(tenant.admin).criteria

before(async () => {
  const page = (text: string) => html('Ana', `<main><h1>Ana</h1><p>${text}</p></main>`)
  web = await scanThrough([
    {
      'reseller.example/ana': page('Copies of the lantern course, five euro, message me'),
      'painter.example/ben': page('Watercolours and long walks by the sea'),
    },
  ])
  bench = await openBench(web.context)
  api = await startApi(bench.settings)
  tenant = await api.makeTenant()
})
after(async () => {
  await api.stop()
  await bench.close()
  await web.close()
})

describe('an organization’s own criteria', () => {
  it('go from draft over shadow to live, and reports name the version that spoke', async () => {
    const before = await bench.reportOf(await bench.scan(tenant.orgId, RESELLER))
    assert.deepEqual([before.reason_codes, before.criteria], [[], undefined])

    const made = await admin().create({ code: CODE, definition: COURSES })
    assert.deepEqual(
      [made.state, made.version, made.judging_version, made.can_delete],
      ['draft', 1, null, true],
    )
    const inDraft = await bench.reportOf(await bench.scan(tenant.orgId, RESELLER))
    assert.equal(inDraft.policy_version, before.policy_version)

    await admin().setState(CODE, { state: 'shadow' })
    const inShadow = await bench.reportOf(await bench.scan(tenant.orgId, RESELLER))
    assert.deepEqual([inShadow.reason_codes, inShadow.risk_score], [[], before.risk_score])
    assert.deepEqual(inShadow.criteria, [{ code: CODE, version: 1, state: 'shadow' }])
    assert.equal(inShadow.shadow.recommendation, 'review_high')
    assert.match(inShadow.shadow.findings[0].evidence[0].quote, /Copies of the lantern course/)

    await admin().update(CODE, { definition: { ...COURSES, name: 'Courses resold' }, version: 1 })
    await admin().setState(CODE, { state: 'live', version: 1 })
    const live = await bench.reportOf(await bench.scan(tenant.orgId, RESELLER))
    assert.deepEqual([live.recommendation, live.reason_codes], ['review_high', [CODE]])
    assert.deepEqual(live.criteria, [{ code: CODE, version: 1, state: 'live' }])
    assert.equal(live.shadow, undefined)
    assert.match(live.reason_summary, /It meets the criterion “Our courses resold” \[E1\]/)
    assert.equal(live.findings[0].title, 'Our courses resold')

    const { versions, ...criterion } = await clientOf(tenant.key).criteria.get(CODE)
    assert.deepEqual(
      versions.map(({ version, created_by_email }) => [version, created_by_email]),
      [
        [2, tenant.adminPerson.email],
        [1, tenant.adminPerson.email],
      ],
    )
    assert.deepEqual([criterion.version, criterion.judging_version, criterion.can_delete], [2, 1, false])
    await admin().setState(CODE, { state: 'draft' })
    assert.deepEqual((await bench.reportOf(await bench.scan(tenant.orgId, RESELLER))).reason_codes, [])
  })

  it('are tried on a text and on stored scans, and nothing is stored', async () => {
    const other = await api.makeTenant()
    for (const url of [RESELLER, PAINTER, RESELLER]) await bench.scan(other.orgId, url)
    const { criteria } = clientOf(other.admin)
    const onText = await criteria.tryOnText({ definition: COURSES, text: 'Copies of the lantern course!' })
    assert.deepEqual([onText.was.recommendation, onText.is.recommendation], ['no_flags', 'review_high'])
    assert.equal(onText.found[0]?.quote, 'Copies of the lantern course')
    const excused = await criteria.tryOnText({
      definition: COURSES,
      text: 'Official partner for copies of the lantern course',
    })
    assert.deepEqual(excused.found, [])

    const first = await criteria.tryOnScans({ definition: COURSES, limit: 2 })
    assert.deepEqual([first.tried, first.has_more, first.scans.length], [2, true, 1])
    const rest = await criteria.tryOnScans({ definition: COURSES, limit: 2, after: first.next_cursor })
    assert.deepEqual([rest.tried, rest.has_more], [1, false])
    const [scan] = rest.scans
    assert.equal(scan?.profile_url, RESELLER)
    assert.deepEqual([scan?.was.reason_codes, scan?.is.reason_codes], [[], ['own_tried']])
    assert.equal(scan?.is.recommendation, 'review_high')
    assert.deepEqual((await criteria.list()).criteria, [])
  })

  it('are exported as a file that a policy pack reads', async () => {
    const answer = await send(api.baseUrl, 'GET', `/api/v2/org/criteria/${CODE}/export`, {
      token: tenant.key,
    })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['content-disposition'], `attachment; filename="${CODE}.yaml"`)
    const pack = packOf(answer.text)
    assert.equal(pack.codes[CODE]?.title, 'Courses resold')
    assert.deepEqual(pack.lexicons[`${CODE}_phrases`]?.terms, COURSES.phrases)
  })

  it('are listed among the reason codes of their organization once they judged', async () => {
    const codesOf = async (token: string) =>
      (await clientOf(token).reasonCodes()).filter(({ own }) => own).map(({ code }) => code)
    assert.deepEqual(await codesOf(tenant.key), [CODE])
    const other = await api.makeTenant()
    assert.deepEqual(await codesOf(other.key), [])
  })

  it('are written by administrators only, each their own', async () => {
    for (const token of [tenant.member, tenant.key]) {
      await assert.rejects(clientOf(token).criteria.create({ code: CODE, definition: COURSES }), Forbidden)
      await assert.rejects(clientOf(token).criteria.tryOnText({ definition: COURSES, text: '' }), Forbidden)
      await assert.rejects(clientOf(token).criteria.setState(CODE, { state: 'live' }), Forbidden)
    }
    const other = await api.makeTenant()
    await assert.rejects(clientOf(other.admin).criteria.get(CODE), NotFound)
  })

  it('are refused with what to do instead', async () => {
    await assert.rejects(admin().create({ code: CODE, definition: COURSES }), Conflict)
    await assert.rejects(admin().update(CODE, { definition: COURSES, version: 1 }), /newer version, 2/)
    await assert.rejects(admin().remove(CODE), /put it in draft instead/)
    await assert.rejects(
      admin().setState(CODE, { state: 'live', version: 9 }),
      /no version 9: the newest is 2/,
    )
    const refused = async (definition: object, code = 'own_other') => {
      const error = await admin()
        .create({ code, definition: { ...COURSES, ...definition } })
        .then(
          () => null,
          (thrown: unknown) => thrown,
        )
      assert.ok(error instanceof ValidationFailed)
      return error.errors.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`)
    }
    assert.deepEqual(await refused({ phrases: { en: ['lantern'] } }), [
      'body.definition.phrases.en.0: is one word, which says nothing whole: put it under `terms`, or write the phrase',
    ])
    assert.match((await refused({ family: 'sparkle' }))[0] ?? '', /family: Unknown family; one of ai/)
    assert.match((await refused({ patterns: ['(a+)+$'] }))[0] ?? '', /Unrecognized key/)
    assert.match((await refused({}, 'escort_offer'))[0] ?? '', /Write own_ and a name/)
    const words = Array.from({ length: 500 }, (_, i) => `word${i}`)
    const large = { ...COURSES, terms: { en: words }, beside: { en: words }, exclusions: { en: words } }
    for (let i = 0; i < 4; i++) {
      await admin().create({ code: `own_large${i}`, definition: large })
      const live = admin().setState(`own_large${i}`, { state: 'live' })
      if (i < 3) await live
      else
        await assert.rejects(
          live,
          (error) => error instanceof BadRequest && /put another in draft/.test(error.message),
        )
    }
    await admin().create({ code: 'own_minor', definition: { ...COURSES, family: 'minor_safety' } })
    await assert.rejects(admin().setState('own_minor', { state: 'shadow' }), /choose draft or live/)
    assert.equal((await admin().remove('own_minor')).status, 'deleted')
  })
})

function packOf(yaml: string) {
  const folder = mkdtempSync(join(tmpdir(), 'toscan-criteria-'))
  after(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'criteria'))
  writeFileSync(join(folder, 'criteria', `${CODE}.yaml`), yaml)
  return loadPolicyPack([join(import.meta.dirname, '..', '..', 'policies'), folder])
}
