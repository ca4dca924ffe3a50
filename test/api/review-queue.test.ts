import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { BadRequest, Conflict, Forbidden, NotFound, Toscan, ValidationFailed } from '../../sdk/client.ts'
import { claimNext } from '../../src/db/reviews/case-claims.ts'
import { type SeededScan, seedScans } from '../support/seed-scans.ts'
import { startApi, type Tenant, type TestApi } from '../support/start-api.ts'

const CODE = 'escort_directory_link'
const HIGH = { recommendation: 'review_high', risk_score: 80 } as const

describe('the review queue', () => {
  let api: TestApi
  before(async () => {
    api = await startApi()
  })
  after(() => api.stop())

  const clientOf = (token: string) => new Toscan({ baseUrl: api.baseUrl, token: () => token })
  async function queueWith(scans: Partial<SeededScan>[]) {
    const tenant = await api.makeTenant()
    const seeded = await seedScans(api.opened.db, tenant.orgId, scans)
    const ids = seeded.map((scan) => scan.scan_id)
    return {
      tenant,
      ids,
      nora: clientOf(tenant.member),
      omar: clientOf(tenant.admin),
      number: (id: string | undefined) => ids.indexOf(id ?? ''),
    }
  }
  const another = async ({ orgId }: Tenant) => {
    const person = await api.makeUser(orgId, 'member')
    return { person, client: clientOf(await api.makeSession(person, orgId)) }
  }
  /** As if these claims had been made some minutes ago. */
  const letLapse = (scanId: string) =>
    sql`update scan_reviews set claimed_until = clock_timestamp() - interval '1 second' where scan_id = ${scanId}::uuid`.execute(
      api.opened.db,
    )
  const decideLongAgo = (scanId: string) =>
    sql`update scan_reviews set decided_at = decided_at - interval '11 seconds' where scan_id = ${scanId}::uuid`.execute(
      api.opened.db,
    )

  it('is read page by page, in each order, each case once, also while others are decided', async () => {
    const levels = ['review_low', 'review_high', 'review_medium'] as const
    const { nora, ids } = await queueWith(
      Array.from({ length: 12 }, (_, index) => ({
        recommendation: levels[index % 3],
        risk_score: [40, 40, 60, 20][index % 4],
      })),
    )
    await sql`update scan_reviews set reason_codes = case when risk_score = 20 then '{}' else array['code_' || (risk_score / 20)] end
               where scan_id = any(${ids}::uuid[])`.execute(api.opened.db)
    for (const order_by of ['risk', 'age', 'reason_code'] as const) {
      const whole = (await nora.reviewQueue.get({ order_by, limit: 100 })).cases.map((each) => each.scan_id)
      assert.equal(whole.length, 12)
      const paged: string[] = []
      let after: string | null = null
      do {
        const page: Awaited<ReturnType<typeof nora.reviewQueue.get>> = await nora.reviewQueue.get({
          order_by,
          limit: 5,
          ...(after !== null && { after }),
        })
        assert.equal(page.has_more, page.next_cursor !== null)
        paged.push(...page.cases.map((each) => each.scan_id))
        after = page.next_cursor
      } while (after !== null)
      assert.deepEqual(paged, whole, order_by)
    }
    const { next_cursor, cases } = await nora.reviewQueue.get({ limit: 5 })
    await nora.reviews.update(cases.at(-1)?.scan_id ?? '', {
      decision: { decision: 'escalated', reason: 'x' },
    })
    const next = await nora.reviewQueue.get({ limit: 100, after: next_cursor ?? '' })
    assert.equal(next.cases.length, 7)
    for (const wrong of [{ order_by: 'age' as const }, { recommendation: ['review_low' as const] }])
      await assert.rejects(nora.reviewQueue.get({ ...wrong, after: next_cursor ?? '' }), BadRequest)
    await assert.rejects(nora.reviewQueue.get({ after: 'nonsense' }), BadRequest)
  })

  it('says in the review of a scan who holds it, and until when', async () => {
    const { nora, omar, ids, tenant } = await queueWith([HIGH])
    const [id = ''] = ids
    assert.equal((await nora.reviews.get(id)).claim, null)
    const { case: held } = await nora.reviewQueue.claim()
    const seen = (await omar.reviews.get(id)).claim
    assert.equal(seen?.by.email, tenant.memberPerson.email)
    assert.deepEqual([seen?.until, seen?.is_you], [held?.claim?.until, false])
    assert.equal((await nora.reviews.get(id)).claim?.is_you, true)
    await letLapse(id)
    assert.equal((await omar.reviews.get(id)).claim, null)
  })

  it('holds what calls for review and is undecided, the gravest first, and says how many', async () => {
    const { nora, ids, number } = await queueWith([
      { recommendation: 'review_low', risk_score: 30 },
      { recommendation: 'review_high', risk_score: 70 },
      { recommendation: 'review_high', risk_score: 90 },
      { recommendation: 'review_medium', risk_score: 50 },
      { recommendation: 'no_flags', risk_score: 3 },
      { status: 'failed' },
      { status: 'processing' },
    ])
    const { cases, counts } = await nora.reviewQueue.get()
    assert.deepEqual(
      cases.map((each) => number(each.scan_id)),
      [2, 1, 3, 0],
    )
    assert.deepEqual(counts, { review_high: 2, review_medium: 1, review_low: 1, no_flags: 1 })
    const [first] = cases
    assert.deepEqual([first?.reason_codes, first?.claim, first?.second], [[CODE], null, false])
    await nora.reviews.update(ids[2] ?? '', { decision: { decision: 'escalated' } })
    assert.equal((await nora.reviewQueue.get()).counts.review_high, 1)
    await nora.reviews.update(ids[2] ?? '', { decision: null })
    assert.equal((await nora.reviewQueue.get()).counts.review_high, 2)
  })

  it('takes in a scan when it ends', async () => {
    const { nora, ids } = await queueWith([{ status: 'processing' }])
    await sql`update scans set status = 'completed', recommendation = 'review_medium', risk_score = 50,
                     report = '{"reason_codes":["b","a"],"evidence_index":[{"domain":"X.example"},{"domain":""}]}', processing_completed_at = now()
               where scan_id = ${ids[0]}::uuid`.execute(api.opened.db)
    const { cases } = await nora.reviewQueue.get()
    assert.deepEqual(
      cases.map((each) => [each.scan_id, each.reason_codes]),
      [[ids[0], ['b', 'a']]],
    )
  })

  it('is ordered by age or by code too, and filtered by recommendation and code', async () => {
    const report = (code: string) => ({ report: reportWith(code), recommendation: 'review_high' as const })
    const { nora, number } = await queueWith([
      { ...report('meetup_hint'), risk_score: 71 },
      { ...report('escort_offer'), risk_score: 72 },
      { ...report('meetup_hint'), risk_score: 73 },
      { recommendation: 'no_flags', risk_score: 0 },
    ])
    const listed = async (filter: Parameters<typeof nora.reviewQueue.get>[0]) =>
      (await nora.reviewQueue.get(filter)).cases.map((each) => number(each.scan_id))
    assert.deepEqual(await listed({ order_by: 'age' }), [0, 1, 2])
    assert.deepEqual(await listed({ order_by: 'reason_code' }), [1, 2, 0])
    assert.deepEqual(await listed({ reason_code: 'meetup_hint' }), [2, 0])
    assert.deepEqual(await listed({ reason_code: 'meetup\0_hint ' }), [2, 0], 'as lists of scans read it')
    assert.deepEqual(await listed({ recommendation: ['no_flags'] }), [3])
    assert.deepEqual(await listed({ limit: 1 }), [2])
    await assert.rejects(listed({ recommendation: ['grave' as 'no_flags'] }), BadRequest)
  })

  it('gives each case to one person, who keeps it until the lease lapses or it is given back', async () => {
    const { nora, omar, ids, tenant } = await queueWith([HIGH])
    const scanId = ids[0] ?? ''
    const claimed = await nora.reviewQueue.claim()
    assert.equal(claimed.case?.scan_id, scanId)
    assert.deepEqual(
      [claimed.case?.claim?.by.email, claimed.case?.claim?.is_you],
      [tenant.memberPerson.email, true],
    )
    assert.equal((await omar.reviewQueue.claim()).case, null)
    const seen = (await omar.reviewQueue.get()).cases[0]?.claim
    assert.deepEqual([seen?.by.email, seen?.is_you], [tenant.memberPerson.email, false])
    assert.equal((await omar.reviewQueue.release(scanId)).status, 'not_held')
    await assert.rejects(
      omar.reviewQueue.claimThis(scanId),
      (error) => error instanceof Conflict && / is looking at it$/.test(error.message),
    )
    // The same case again for whoever holds it, unless they say that they have it.
    assert.equal((await nora.reviewQueue.claim()).case?.scan_id, scanId)
    assert.equal((await nora.reviewQueue.claim({ except: [scanId] })).case, null)
    assert.equal((await nora.reviewQueue.release(scanId)).status, 'released')
    assert.equal((await omar.reviewQueue.claim()).case?.scan_id, scanId)
    await letLapse(scanId)
    assert.equal((await omar.reviewQueue.get()).cases[0]?.claim, null)
    assert.equal((await nora.reviewQueue.claim()).case?.scan_id, scanId)
    await assert.rejects(omar.reviewQueue.claimThis(scanId), Conflict)
  })

  it('is exclusive for any number of reviewers at once', async () => {
    const { tenant, ids } = await queueWith(Array.from({ length: 60 }, () => HIGH))
    const people = Array.from({ length: 12 }, (_, index) => `reviewer-${index}`)
    await sql`insert into auth_user (id, name, email, "emailVerified")
              select id, id, id || '@example.org', true from unnest(${people}::text[]) id`.execute(
      api.opened.db,
    )
    const shifts = people.map(async (userId) => {
      const mine: string[] = []
      for (;;) {
        const filter = {
          orgId: tenant.orgId,
          userId,
          recommendations: ['review_high' as const],
          orderBy: 'risk' as const,
          reasonCode: null,
          assigned: 'mine_or_free' as const,
          mayReviewMinors: true,
        }
        const scanId = await claimNext(api.opened.db, filter, mine)
        if (scanId === null) return mine
        mine.push(scanId)
      }
    })
    const claimed = (await Promise.all(shifts)).flat()
    assert.equal(claimed.length, 60)
    assert.deepEqual(claimed.toSorted(), ids.toSorted())
  })

  it('takes a decision of whoever holds the case, or of anybody while nobody does', async () => {
    const { nora, omar, ids } = await queueWith([HIGH, HIGH])
    const [scanId = '', other = ''] = ids
    await nora.reviewQueue.claimThis(scanId)
    const decision = { decision: 'cleared' as const, reason: 'Allowed by our rules' }
    await assert.rejects(omar.reviewQueue.decide(scanId, { decision }), Conflict)
    await assert.rejects(omar.reviews.update(scanId, { decision }), Conflict)
    const decided = await nora.reviewQueue.decide(scanId, {
      version: 0,
      decision,
      findings: { [CODE]: 'rejected' },
    })
    assert.deepEqual([decided.decision, decided.version, decided.second], ['cleared', 1, false])
    const review = await omar.reviews.get(scanId)
    assert.deepEqual([review.decision?.reason, review.findings[0]?.verdict], [decision.reason, 'rejected'])
    await assert.rejects(
      omar.reviewQueue.decide(scanId, { decision }),
      (error) => error instanceof Conflict && error.message === 'It has been decided',
    )
    await assert.rejects(omar.reviewQueue.claimThis(scanId), Conflict)
    // Of whom the answer was lost is told what they decided; whoever decides otherwise in another tab, that they have.
    const again = await nora.reviewQueue.decide(scanId, { decision })
    assert.deepEqual([again.decision, again.version, again.second], ['cleared', 1, false])
    assert.ok(Math.abs(Date.parse(again.undo_until) - Date.parse(decided.undo_until)) < 1000)
    assert.equal((await nora.reviews.log(scanId)).entries.length, 2)
    const otherwise = nora.reviewQueue.decide(scanId, { decision: { decision: 'escalated', note: 'Mine' } })
    await assert.rejects(
      otherwise,
      (error) => error instanceof Conflict && error.message === 'You have decided on it already',
    )
    await omar.reviewQueue.decide(other, { decision })
    await assert.rejects(nora.reviewQueue.decide(other, { version: 0, decision }), Conflict)
    assert.equal((await nora.reviewQueue.claim()).case, null)
  })

  it('undoes a decision for ten seconds, for whoever made it, who has the case again', async () => {
    const { nora, omar, ids } = await queueWith([HIGH])
    const [scanId = ''] = ids
    await nora.reviewQueue.claim()
    const asked = Date.now()
    const decided = await nora.reviewQueue.decide(scanId, { decision: { decision: 'escalated' } })
    const decidedAt = Date.parse(decided.undo_until) - 10_000
    // However long it took.
    assert.ok(decidedAt >= asked - 1 && decidedAt <= Date.now(), `${decidedAt - asked} ms after it was asked`)
    await assert.rejects(omar.reviewQueue.undo(scanId), Conflict)
    const undone = await nora.reviewQueue.undo(scanId)
    assert.deepEqual([undone.case?.claim?.is_you, undone.case?.version], [true, 2])
    assert.equal((await omar.reviewQueue.claim()).case, null)
    assert.deepEqual(
      (await nora.reviews.log(scanId)).entries.map(({ from, to }) => [from, to]),
      [
        [null, 'escalated'],
        ['escalated', null],
      ],
    )
    await nora.reviewQueue.decide(scanId, { version: 2, decision: { decision: 'cleared' } })
    await decideLongAgo(scanId)
    await assert.rejects(nora.reviewQueue.undo(scanId), Conflict)
  })

  it('asks for a reason or a note where the organization does, and never to clear what was not flagged', async () => {
    const { nora, omar, ids } = await queueWith([HIGH, { recommendation: 'no_flags', risk_score: 0 }])
    const [flagged = '', clean = ''] = ids
    await assert.rejects(nora.reviewQueue.updateSettings({ note_required: true }), Forbidden)
    const before = await nora.reviewQueue.settings()
    assert.ok(before.reasons.length > 0 && !before.reason_required)
    const settings = { reasons: ['Ours', ' Theirs ', 'Ours'], reason_required: true }
    assert.deepEqual(await omar.reviewQueue.updateSettings(settings), {
      ...before,
      reasons: ['Ours', 'Theirs'],
      reason_required: true,
    })
    const cleared = { decision: { decision: 'cleared' as const } }
    const refused = await nora.reviewQueue.decide(flagged, cleared).catch((error) => error)
    assert.ok(refused instanceof ValidationFailed)
    assert.deepEqual(refused.errors[0]?.loc, ['body', 'decision', 'reason'])
    await assert.rejects(nora.reviews.update(flagged, cleared), ValidationFailed)
    await nora.reviewQueue.decide(clean, cleared)
    await nora.reviewQueue.decide(flagged, { decision: { decision: 'cleared', reason: 'Ours' } })
  })

  it('puts a sample before a second person, who does not learn what the first decided', async () => {
    const { nora, omar, ids, tenant } = await queueWith([HIGH])
    const [scanId = ''] = ids
    await omar.reviewQueue.updateSettings({ second_review: { percent: 0, codes: { [CODE]: 100 } } })
    await nora.reviewQueue.decide(scanId, { decision: { decision: 'cleared' } })
    assert.equal((await nora.reviewQueue.claim()).case, null)
    const { case: second } = await omar.reviewQueue.claim()
    assert.deepEqual([second?.scan_id, second?.second], [scanId, true])
    assert.ok(!JSON.stringify(second).includes('cleared'))
    const decided = await omar.reviewQueue.decide(scanId, {
      decision: { decision: 'escalated', note: 'Not so.' },
    })
    assert.equal(decided.second, true)
    const review = await omar.reviews.get(scanId)
    assert.deepEqual(
      [review.decision?.decision, review.decision?.by.email],
      ['cleared', tenant.memberPerson.email],
    )
    assert.equal((await omar.reviewQueue.get()).counts.review_high, 0)
    assert.equal((await omar.reviewQueue.undo(scanId)).case?.second, true)
    await omar.reviewQueue.decide(scanId, { decision: { decision: 'cleared' } })
    const { client: third } = await another(tenant)
    assert.equal((await third.reviewQueue.claim()).case, null)
    await assert.rejects(
      third.reviewQueue.decide(scanId, { decision: { decision: 'cleared' } }),
      /has been decided/,
    )
  })

  it('decides on many alike, each for itself, and names what it passed over', async () => {
    const { nora, omar, ids } = await queueWith([HIGH, HIGH, HIGH, { status: 'failed' }])
    const [one = '', two = '', held = '', failed = ''] = ids
    await nora.reviewQueue.decide(one, { decision: { decision: 'cleared' } })
    await nora.reviewQueue.claimThis(held)
    const unknown = '00000000-0000-4000-8000-000000000000'
    const answer = await omar.reviewQueue.decideMany([one, two, held, failed, unknown], {
      decision: 'false_alarm',
      reason: 'Ours',
    })
    assert.deepEqual(answer.decided, [two])
    assert.deepEqual(
      answer.passed_over.map(({ scan_id }) => scan_id),
      [one, held, failed, unknown],
    )
    assert.match(answer.passed_over[1]?.why ?? '', / is looking at it$/)
    assert.equal((await nora.reviews.get(two)).decision?.reason, 'Ours')
  })

  it('gives an assigned case to that person only, and to anybody once they have left', async () => {
    const { nora, omar, ids, tenant } = await queueWith([HIGH, HIGH])
    const [first = '', second = ''] = ids
    const { person, client: leaver } = await another(tenant)
    await omar.reviewQueue.assign([first], person.userId)
    const answer = await nora.reviewQueue.assign([first, second], 'me')
    assert.deepEqual(answer.assigned.toSorted(), ids.toSorted())
    await omar.reviewQueue.assign([first], person.userId)
    assert.equal((await omar.reviewQueue.claim()).case, null)
    assert.equal((await leaver.reviewQueue.claim()).case?.assigned_to?.email, person.email)
    assert.equal((await nora.reviewQueue.claim({ assigned: 'me' })).case?.scan_id, second)
    assert.equal((await omar.reviewQueue.get({ assigned: 'all' })).cases.length, 2)
    await leaver.reviewQueue.release(first)
    await omar.members.remove(person.userId)
    assert.equal((await omar.reviewQueue.claim()).case?.scan_id, first)
    assert.deepEqual(
      (await omar.reviews.log(second)).entries.map(({ what, from, to }) => [what, from, to]),
      [['assignment', null, tenant.memberPerson.email]],
    )
    await assert.rejects(omar.reviewQueue.assign([first], 'somebody'), ValidationFailed)
    await assert.rejects(omar.reviewQueue.assign([], null), ValidationFailed)
  })

  it('has comments beside it, which tell people that they are mentioned until they have looked', async () => {
    const { nora, omar, ids, tenant } = await queueWith([HIGH])
    const [scanId = ''] = ids
    const said = await nora.reviews.comment(scanId, ` Look, @${tenant.adminPerson.email}! `)
    assert.deepEqual(
      [said.body, said.mentions.map(({ user_id }) => user_id), said.by.email],
      [`Look, @${tenant.adminPerson.email}!`, [tenant.adminPerson.userId], tenant.memberPerson.email],
    )
    assert.deepEqual((await nora.reviews.mentions()).mentions, [])
    const seen = async () => (await omar.reviews.mentions()).mentions.map((each) => [each.scan_id, each.seen])
    assert.deepEqual(await seen(), [[scanId, false]])
    assert.deepEqual((await omar.reviews.comments(scanId)).comments, [said])
    assert.deepEqual(await seen(), [[scanId, true]])
    await assert.rejects(nora.reviews.comment(scanId, '  '), ValidationFailed)
    const stranger = clientOf((await api.makeTenant()).admin)
    await assert.rejects(stranger.reviews.comments(scanId), NotFound)
    await assert.rejects(stranger.reviews.comment(scanId, 'x'), NotFound)
    await assert.rejects(clientOf(tenant.key).reviews.comments(scanId), Forbidden)
  })

  it('tells administrators what waits, who decides, who agrees, and which rules raise false alarms', async () => {
    const finding = (code: string, rule: string) => ({
      code,
      family: 'in_person',
      severity: 'high',
      title: code,
      probability: 0.9,
      contribution: 40,
      evidence: [1, 2].map(() => ({
        ref: 'E1',
        channel: 'bio',
        quote: 'x',
        url: null,
        rule,
        mitigation: null,
      })),
    })
    const report = {
      ...reportWith('escort_offer'),
      findings: [finding('escort_offer', 'escort_offer/booking'), finding('drug_sale', 'drug_sale/menu')],
    }
    const old = { processing_completed_at: '2026-03-01T10:00:00.000000+00:00' }
    const { nora, omar, ids, tenant } = await queueWith([
      { ...HIGH, report },
      { ...HIGH, report },
      { ...HIGH, report },
      { ...HIGH, ...old },
      { recommendation: 'review_low', risk_score: 30, processing_completed_at: new Date().toISOString() },
    ])
    const [first = '', second = '', third = ''] = ids
    await omar.reviewQueue.updateSettings({ second_review: { percent: 100, codes: {} } })
    await nora.reviewQueue.decide(first, { decision: { decision: 'false_alarm' } })
    await nora.reviewQueue.decide(second, {
      decision: { decision: 'escalated' },
      findings: { drug_sale: 'rejected' },
    })
    await nora.reviewQueue.decide(third, { decision: { decision: 'cleared' } })
    await omar.reviewQueue.decide(first, { decision: { decision: 'false_alarm' } })
    await omar.reviewQueue.decide(second, { decision: { decision: 'cleared' } })
    await assert.rejects(nora.reviews.stats(), Forbidden)
    const stats = await omar.reviews.stats({ days: 7 })
    assert.deepEqual(stats.open, [
      { recommendation: 'review_high', hour: 0, day: 0, three_days: 0, week: 0, older: 1 },
      { recommendation: 'review_low', hour: 1, day: 0, three_days: 0, week: 0, older: 0 },
    ])
    assert.deepEqual([stats.days.length, stats.days.at(-1)?.decided], [7, 3])
    assert.deepEqual(
      stats.reviewers.map(({ user_id, ...counts }) => counts),
      [
        { email: tenant.memberPerson.email, cleared: 1, escalated: 1, false_alarm: 1, second: 0 },
        { email: tenant.adminPerson.email, cleared: 0, escalated: 0, false_alarm: 0, second: 2 },
      ],
    )
    const { disagreements, ...agreed } = stats.agreement
    assert.deepEqual(agreed, {
      both: 2,
      agreed: 1,
      codes: [{ code: 'escort_offer', both: 2, agreed: 1 }],
    })
    assert.deepEqual(
      disagreements.map((each) => [each.scan_id, each.first, each.second]),
      [[second, 'escalated', 'cleared']],
    )
    assert.deepEqual(stats.rules, [
      { rule: 'drug_sale/menu', judged: 2, false_alarms: 2 },
      { rule: 'escort_offer/booking', judged: 2, false_alarms: 1 },
    ])
  })

  it('refuses what it cannot use, keys, and scans of others', async () => {
    const { nora, ids, tenant } = await queueWith([HIGH])
    const key = clientOf(tenant.key)
    await assert.rejects(key.reviewQueue.get(), Forbidden)
    await assert.rejects(key.reviewQueue.claim(), Forbidden)
    const stranger = clientOf((await api.makeTenant()).admin)
    for (const attempt of [
      () => stranger.reviewQueue.claimThis(ids[0] ?? ''),
      () => stranger.reviewQueue.release(ids[0] ?? ''),
      () => stranger.reviewQueue.decide(ids[0] ?? '', { decision: { decision: 'cleared' } }),
      () => stranger.reviewQueue.undo(ids[0] ?? ''),
    ])
      await assert.rejects(attempt(), NotFound)
    assert.equal((await stranger.reviewQueue.claim()).case, null)
    assert.equal((await nora.reviewQueue.claim()).case?.claim?.is_you, true)
    const claim = (body: unknown) =>
      api.call('POST', '/api/v2/org/review-queue/claim', { token: tenant.member, body })
    const patch = (body: unknown) =>
      api.call('PATCH', '/api/v2/org/review-settings', { token: tenant.admin, body })
    for (const answer of [
      await claim({ scan_id: 'x' }),
      await claim({ except: ['x'] }),
      await claim({ order_by: 'size' }),
      await claim({ assigned: 'them' }),
      await patch({ reasons: [''] }),
      await patch({ reasons: 'none' }),
      await patch({ second_review: { percent: 101 } }),
      await patch({ second_review: { codes: { x: -1 } } }),
      await patch({ second_review: { share: 1 } }),
    ])
      assert.equal(answer.status, 422, answer.text)
  })

  it('finds the next case by an index, whatever the order and however many wait', async () => {
    const { tenant } = await queueWith(Array.from({ length: 300 }, () => HIGH))
    await sql`analyze scan_reviews`.execute(api.opened.db)
    for (const order of [
      sql`risk_score desc, ready_at, scan_id`,
      sql`ready_at, scan_id`,
      sql`reason_codes[1], risk_score desc, ready_at, scan_id`,
    ]) {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select scan_id from scan_reviews r
         where org_id = ${tenant.orgId} and recommendation = 'review_high' and (r.decision is null or r.second_review = 'wanted')
         order by ${order} limit 1`.execute(api.opened.db)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      assert.match(plan, /Index (Only )?Scan using review_queue_(by_risk|by_code|open)/)
      assert.doesNotMatch(plan, /Sort/)
    }
  })
})

function reportWith(code: string): NonNullable<SeededScan['report']> {
  return {
    recommendation: 'review_high',
    risk_score: 70,
    confidence: 'high',
    reason_codes: [code],
    reason_summary: '',
    review_targets: [],
    link_chain: '',
    evidence_index: [],
    findings: [],
    analysis_mode: 'rules',
    policy_version: 'test',
  }
}
