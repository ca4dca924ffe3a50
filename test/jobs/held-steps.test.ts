import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { addOrg } from '../../src/cli/operate/orgs.ts'
import { createMetrics } from '../../src/metrics.ts'
import { storedSteps } from '../../src/pipeline/step.ts'
import { allEnded, rows, type Service, startService, startWeb, until, type Web } from './service.ts'

describe('a step that may wait', () => {
  let service: Service
  let web: Web
  before(async () => {
    service = await startService()
    web = await startWeb()
  })
  after(async () => {
    await service.stop()
    await web.close()
  })

  it('is the analysis: one transaction writes it and the report', async () => {
    const { orgId } = await service.org()
    const worker = await service.worker()
    await service.submit(
      orgId,
      ['ada', 'bob', 'cleo', 'dan', 'eve'].map((name) => `${web.origin}/${name}`),
    )
    await allEnded(service, orgId)
    const steps = await rows<{ step: string; status: string; together: boolean }>(
      service,
      `select t.step, s.status, t.xmin = s.xmin as together from scans s join scan_steps t using (scan_id) where s.org_id = $1`,
      [orgId],
    )
    assert.deepEqual(
      steps.map(({ step, status }) => `${step} ${status}`),
      Array(5).fill('analysis completed'),
    )
    // On a machine that stands still for a second between the two, one may have been stored before.
    assert.ok(steps.some(({ together }) => together))
    worker.kill('SIGTERM')
    assert.equal(await worker.ended, 0)
  })

  it('is the profile of a quick scan as well, which its end needs no more', async () => {
    await service.opened.pool.query(`
      create table wrote (step text);
      create function note_step() returns trigger language plpgsql as $$ begin insert into wrote values (new.step); return null; end $$;
      create trigger note_step after insert on scan_steps for each row execute function note_step()`)
    const { orgId } = await service.org()
    const worker = await service.worker()
    const urls = ['fay', 'gus', 'hal', 'ivy', 'jim'].map((name) => `${web.origin}/${name}`)
    await service.submit(orgId, urls)
    await allEnded(service, orgId)
    const wrote = await rows<{ step: string }>(service, 'select step from wrote')
    await service.opened.pool.query('drop table wrote; drop function note_step cascade')
    const countOf = (name: string) => wrote.filter(({ step }) => step === name).length
    assert.equal(countOf('analysis'), 5)
    // One that took a second is stored.
    assert.ok(countOf('profile') < 5)
    worker.kill('SIGTERM')
    assert.equal(await worker.ended, 0)
  })

  describe('where its scan goes on', () => {
    const stopped = new AbortController()
    /** A scan of ours, and what is stored of it. */
    const claimed = async (signal = stopped.signal) => {
      const orgId = await addOrg(service.opened, 'Slow', null)
      const scanId = await service.submit(orgId, [`${web.origin}/slow`], { single: true })
      await sql`
        update scans set worker_id = 'w', attempt = 1, processing_started_at = clock_timestamp(),
                         lease_until = clock_timestamp() + interval '1 hour'
         where scan_id = ${scanId}::uuid`.execute(service.opened.db)
      const ctx = {
        db: service.opened.db,
        log: pino({ level: 'silent' }),
        metrics: createMetrics({ version: '0', role: 'worker' }),
      }
      const claim = { scanId, workerId: 'w', attempt: 1 }
      const none = async () => new Set<string>()
      const when = (step: string) => (step === 'model' ? 'first' : step === 'links' ? 'meanwhile' : 'later')
      const steps = storedSteps(ctx, claim, new Map(), signal, none, when)
      const stored = async () => {
        const found = await rows<{ step: string }>(
          service,
          'select step from scan_steps where scan_id = $1 order by finished_at',
          [scanId],
        )
        return found.map(({ step }) => step)
      }
      return { ...steps, stored }
    }

    it('is stored after a second', async (t) => {
      const { step, stored } = await claimed()
      t.mock.timers.enable({ apis: ['setTimeout'] })
      assert.deepEqual(await step('profile', async () => ({ name: 'Ada' })), { name: 'Ada' })
      t.mock.timers.tick(1000)
      t.mock.timers.reset()
      await until(async () => (await stored()).length > 0)
      assert.deepEqual(await stored(), ['profile'])
    })

    it('is stored before one that may not', async () => {
      const { step, stored } = await claimed()
      await step('profile', async () => 1)
      assert.deepEqual(await stored(), [])
      await step('model', async () => 2)
      assert.deepEqual(await stored(), ['profile', 'model'])
    })

    it('is stored with one that is stored meanwhile, in their order, and not with one before it', async (t) => {
      const { step, stored } = await claimed()
      t.mock.timers.enable({ apis: ['setTimeout'] })
      await step('profile', async () => 1)
      await step('links', async () => 2)
      await step('analysis', async () => 3)
      t.mock.timers.tick(100)
      t.mock.timers.reset()
      await until(async () => (await stored()).length > 1)
      assert.deepEqual(await stored(), ['profile', 'links'])
    })

    it('is not stored at all where its scan ends in a moment', async (t) => {
      const { step, stored, close } = await claimed()
      t.mock.timers.enable({ apis: ['setTimeout'] })
      await step('links', async () => 1)
      t.mock.timers.tick(50)
      assert.deepEqual(
        (await close()).map((held) => held.step),
        ['links'],
      )
      t.mock.timers.tick(1000)
      t.mock.timers.reset()
      assert.deepEqual(await stored(), [])
    })

    it('goes on before it is stored, where it is stored meanwhile', async () => {
      const { step, stored } = await claimed()
      const blocker = await service.opened.pool.connect()
      await blocker.query('begin; lock table scan_steps in access exclusive mode')
      assert.equal(await step('links', async () => 1), 1)
      const next = step('model', async () => 2)
      await blocker.query('rollback')
      blocker.release()
      await next
      assert.deepEqual(await stored(), ['links', 'model'])
    })

    it('is stored when its worker stops', async () => {
      const stopping = new AbortController()
      const { step, stored } = await claimed(stopping.signal)
      await step('profile', async () => 1)
      stopping.abort()
      await until(async () => (await stored()).length > 0)
      assert.deepEqual(await stored(), ['profile'])
    })

    it('is not stored any more once the scan is being ended', async () => {
      const stopping = new AbortController()
      const { step, stored, close } = await claimed(stopping.signal)
      await step('profile', async () => 1)
      await step('analysis', async () => 2)
      const held = await close()
      stopping.abort()
      assert.deepEqual(
        held.map((each) => [each.step, each.output]),
        [
          ['profile', '1'],
          ['analysis', '2'],
        ],
      )
      assert.deepEqual(await stored(), [])
    })
  })
})
