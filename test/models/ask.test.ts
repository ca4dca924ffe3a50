import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import type { Consultation } from '../../src/models/opinion.ts'
import { pack } from '../policy/built-in-pack.ts'
import { answer, consult, page, reviewerOf } from './ask-model.ts'
import { type ModelReply, type ModelRequest, type ModelServer, startModelServer } from './model-server.ts'

const BIO = 'Hello! Private  bookings in\nLisbon — rates on request'
const QUOTE = 'Private bookings in Lisbon - rates on request'
const GOOD = answer([{ code: 'escort_offer', quote: QUOTE }])
const PROTOCOLS = ['openai-compatible', 'openai', 'anthropic', 'google'] as const
const AT_ONCE = { 'retry-after': '0' }

describe('asking a model', () => {
  let server: ModelServer
  afterEach(() => server.close())

  /** The replies in order; the last one for every further request. */
  async function replies(...all: ModelReply[]) {
    server = await startModelServer(
      (_request, index) => all[Math.min(index, all.length - 1)] ?? { status: 500 },
    )
  }
  const asked = (more = {}): Promise<Consultation> => consult(server, [page({ bio: BIO })], more)
  const requests = (): ModelRequest[] => server.requests

  for (const protocol of PROTOCOLS) {
    describe(`through ${protocol}`, () => {
      it('gives the place of a quote in the stored text, with tokens and cost', async () => {
        await replies({ say: GOOD })
        const { opinion, usage, model } = await asked({ protocol })
        assert.equal(model, `${protocol}:test-model`)
        const [passage] = opinion?.passages ?? []
        assert.equal(
          BIO.slice(passage?.start, passage?.end),
          'Private  bookings in\nLisbon — rates on request',
        )
        assert.deepEqual(usage, {
          requests: 2,
          input_tokens: 2400,
          output_tokens: 160,
          cached_tokens: 400,
          cost_usd: (2000 * 1 + 400 * 0.1 + 160 * 10) / 1e6,
          remembered: false,
        })
      })

      it('asks for the schema, at temperature 0, with the key', async () => {
        await replies({ say: GOOD })
        await asked({ protocol })
        const [request] = requests()
        assert.equal(request?.format, 'schema')
        assert.equal(request?.temperature, 0)
        assert.ok(JSON.stringify(request?.headers).includes('key-of-the-test'))
      })

      it('takes a filtered answer as a refusal and does not ask again', async () => {
        await replies({ say: '{}', stop: 'filter' })
        const { opinion, failure, usage } = await asked({ protocol })
        assert.deepEqual([opinion, failure, usage.requests], [null, 'refused', 1])
      })

      it('waits as told when the server is busy, and asks again', async () => {
        await replies({ status: 429, headers: AT_ONCE }, { say: GOOD })
        const { opinion, usage } = await asked({ protocol })
        assert.deepEqual([opinion?.passages.length, usage.requests], [1, 3])
      })

      it('gives up on a key that is not accepted', async () => {
        await replies({ status: 401 })
        const consultation = await asked({ protocol })
        assert.deepEqual([consultation.failure, consultation.usage.requests], ['unauthorized', 1])
        assert.ok(!JSON.stringify(consultation).includes('key-of-the-test'))
      })
    })
  }

  it('takes an answer that was cut off at the token limit as truncated', async () => {
    await replies({ say: GOOD.slice(0, -40), stop: 'length' })
    assert.deepEqual([(await asked()).failure, requests().length], ['truncated', 1])
  })

  it('falls back to the schema in words where the server refuses one, and remembers that', async () => {
    server = await startModelServer((request) =>
      request.format === 'schema'
        ? { status: 400, body: '{"error":{"message":"response_format"}}' }
        : { say: GOOD },
    )
    const { reviewer, close } = reviewerOf(server)
    const evidence = [page({ bio: BIO })]
    const profile = { pack, platform: null, mode: 'deep' as const, evidence, orgId: null }
    const first = await reviewer.consult(profile, new AbortController().signal)
    const second = await reviewer.consult(profile, new AbortController().signal)
    await close()
    assert.deepEqual([first.opinion?.passages.length, second.opinion?.passages.length], [1, 1])
    assert.deepEqual(
      requests().map((request) => request.format),
      ['schema', 'object', 'object'],
    )
    assert.ok(!requests()[0]?.prompt.includes('JSON schema'))
    assert.match(requests()[1]?.prompt ?? '', /must follow this JSON schema:\n\{"type":"object"/)
  })

  it('does without a temperature where the server refuses one', async () => {
    server = await startModelServer((request) =>
      request.temperature === undefined
        ? { say: GOOD }
        : { status: 400, body: '{"error":{"message":"temperature is not supported"}}' },
    )
    const { opinion } = await asked()
    assert.equal(opinion?.passages.length, 1)
    assert.deepEqual(
      requests().map((request) => [request.temperature, request.format]),
      [
        [0, 'schema'],
        [undefined, 'schema'],
      ],
    )
  })

  it('cuts an answer free from the text around it', async () => {
    await replies({ say: `Here you are:\n\`\`\`json\n${GOOD}\n\`\`\`\nAnything else?` })
    const { opinion, usage } = await asked()
    assert.deepEqual([opinion?.passages.length, usage.requests], [1, 2])
  })

  it('asks once more in words after nonsense, and takes a second one for an answer', async () => {
    await replies({ say: 'I would rather not say.' }, { say: GOOD })
    const { opinion, usage } = await asked()
    assert.deepEqual([opinion?.passages.length, usage.requests, usage.input_tokens], [1, 3, 3600])
  })

  const NONSENSE: Record<string, ModelReply> = {
    prose: { say: 'I would rather not say.' },
    'an empty answer': { say: '' },
    'a list': { say: '[]' },
    'an object of another shape': { say: '{"verdict":"safe"}' },
    'findings that are no list': { say: '{"findings":"none"}' },
    'an empty body': { status: 200, body: '' },
    'a web page': { status: 200, body: '<html>hello</html>' },
    'an envelope without choices': { status: 200, body: '{"choices":[]}' },
  }
  for (const [name, reply] of Object.entries(NONSENSE)) {
    it(`takes ${name} for nonsense after a second try`, async () => {
      await replies(reply)
      const { opinion, failure, usage } = await asked()
      assert.deepEqual([opinion, failure, usage.requests], [null, 'nonsense', 2])
    })
  }

  it('does not wait longer than its time, however long the server asks for', async () => {
    await replies({ status: 429, headers: { 'retry-after': '3600' } })
    assert.deepEqual([(await asked()).failure, requests().length], ['rate_limited', 1])
  })

  it('tries a failing server three times', async () => {
    await replies({ status: 503, headers: AT_ONCE })
    assert.deepEqual([(await asked()).failure, requests().length], ['unavailable', 3])
  })

  it('names a server that is not there unavailable', async () => {
    await replies({ say: GOOD })
    await server.close()
    const { failure, usage } = await asked({ timeoutMs: 3000 })
    assert.deepEqual([failure, usage.cost_usd], ['unavailable', 0])
    server = await startModelServer(() => ({ status: 500 }))
  })

  it('takes a connection that breaks in the middle for a failure whose cost is unknown', async () => {
    await replies({
      speak: (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
        response.write('{"choices":', () => response.destroy())
      },
    })
    const { opinion, failure, usage } = await asked()
    assert.deepEqual([opinion, failure !== null, usage.cost_usd], [null, true, null])
  })

  it('gives up when no answer comes in its time', async () => {
    await replies({ speak: () => {} })
    const { failure, usage } = await asked({ timeoutMs: 300 })
    assert.deepEqual([failure, usage.requests, usage.cost_usd], ['timeout', 1, null])
  })

  it('gives up on an answer that drips', async () => {
    await replies({
      speak: (response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const drip = setInterval(() => response.write(' '), 20)
        response.on('close', () => clearInterval(drip))
      },
    })
    assert.equal((await asked({ timeoutMs: 400 })).failure, 'timeout')
  })

  it('does not read an answer without end', async () => {
    await replies({
      speak: (response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const chunk = Buffer.alloc(64 * 1024, ' ')
        const more = () => {
          while (!response.destroyed && response.write(chunk)) {}
        }
        response.on('drain', more)
        more()
      },
    })
    assert.equal((await asked()).failure, 'nonsense')
  })

  it('does not follow a redirect', async () => {
    const elsewhere = await startModelServer(() => ({ say: GOOD }))
    await replies({ status: 307, headers: { location: `${elsewhere.origin}/v1/chat/completions` } })
    const { failure } = await asked()
    assert.deepEqual([failure, elsewhere.arrivals], ['rejected', []])
    await elsewhere.close()
  })

  it('ends with the scan', async () => {
    const over = new AbortController()
    server = await startModelServer(() => {
      over.abort(new Error('the scan is over'))
      return { speak: () => {} }
    })
    await assert.rejects(asked({ signal: over.signal }), /the scan is over/)
  })

  it('does not ask about nothing', async () => {
    await replies({ say: GOOD })
    const { failure } = await consult(server, [page({ bio: BIO }, { outcome: 'login_wall' })])
    assert.deepEqual([failure, requests().length], ['nothing_to_read', 0])
  })

  it('drops and counts what does not stand in the evidence that it cites', async () => {
    await replies({
      say: answer([
        { code: 'escort_offer', quote: QUOTE },
        { code: 'escort_offer', quote: 'bookings in Lisbon' },
        { code: 'drug_sale', quote: 'powder for sale, message me for the menu' },
        { code: 'drug_sale', quote: QUOTE, evidence_ref: 'E9' },
        { code: 'made_up_code', quote: QUOTE },
        { code: 'insufficient_coverage', quote: QUOTE },
        { code: 'weapon_sale', quote: 'he' },
      ]),
    })
    const { opinion } = await asked()
    assert.equal(opinion?.passages.length, 1)
    assert.deepEqual(opinion?.dropped, {
      quote_not_found: 2,
      unknown_ref: 1,
      unknown_code: 2,
      hidden_text: 0,
      repeated: 1,
      one_sided: 0,
      unconfirmed: 0,
    })
  })

  it('has every accusation read again: the words and the code, and nothing else of the page', async () => {
    await replies({ say: GOOD })
    await asked()
    const [second] = server.confirmations
    const user = second?.prompt.slice(second.prompt.indexOf('<<<')) ?? ''
    assert.ok(user.includes('Private^bookings'))
    assert.ok(!user.includes('Hello'))
    assert.match(second?.prompt ?? '', /- escort_offer: The owner offers/)
    assert.doesNotMatch(second?.prompt ?? '', /- drug_sale/)
  })

  it('drops and counts an accusation that does not hold without its page', async () => {
    server = await startModelServer(
      () => ({ say: GOOD }),
      () => ({ say: '{"fits":false}' }),
    )
    const { opinion, failure } = await asked()
    assert.deepEqual([failure, opinion?.passages, opinion?.dropped.unconfirmed], [null, [], 1])
  })

  it('has no opinion when the second reading fails', async () => {
    server = await startModelServer(
      () => ({ say: GOOD }),
      () => ({ say: 'perhaps' }),
    )
    const { opinion, failure } = await asked()
    assert.deepEqual([opinion, failure], [null, 'nonsense'])
  })

  it('loses a passage whose second reading the provider refuses, and no other', async () => {
    const say = answer([
      { code: 'escort_offer', quote: QUOTE },
      { code: 'drug_sale', quote: 'Hello! Private' },
    ])
    server = await startModelServer(
      () => ({ say }),
      ({ prompt }) =>
        prompt.includes('- drug_sale: ') ? { say: '', stop: 'filter' } : { say: '{"fits":true}' },
    )
    const { opinion, failure } = await asked()
    assert.deepEqual([failure, opinion?.passages.map(({ code }) => code)], [null, ['escort_offer']])
    assert.equal(opinion?.dropped.unconfirmed, 1)
  })

  it('does not read again what accuses nobody', async () => {
    await replies({
      say: answer([
        { code: 'escort_offer', quote: QUOTE, stance: 'denies' },
        { code: 'prompt_injection_attempt', quote: 'Hello! Private' },
      ]),
    })
    const { opinion } = await asked()
    assert.deepEqual([opinion?.passages.length, server.confirmations.length], [2, 0])
  })

  it('says that the cost is unknown without a price or without a count of tokens', async () => {
    await replies({ say: GOOD })
    assert.equal((await asked({ price: null })).usage.cost_usd, null)
    await server.close()
    await replies({ say: GOOD, usage: false })
    const { usage } = await asked()
    assert.deepEqual([usage.cost_usd, usage.input_tokens], [null, null])
  })

  it('asks in words that nobody can foresee the end of', async () => {
    await replies({ say: GOOD })
    await asked()
    await asked()
    const fences = requests().map((request) => /<<<([0-9a-f]{24})\n/.exec(request.prompt)?.[1])
    assert.ok(fences[0] && fences[1] && fences[0] !== fences[1])
  })
})
