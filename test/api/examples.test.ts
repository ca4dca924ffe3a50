import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ScanChangedEvent, ScanCompletedEvent, ScanFailedEvent, TestEvent } from '../../sdk/contract.ts'
import { EXAMPLES } from '../../src/api/document/examples.ts'
import { assertContract, readDocument } from '../support/contract-check.ts'
import { interfaceTable } from '../support/interface-table.ts'
import { startApi, type TestApi } from '../support/start-api.ts'

const EVENTS = {
  'webhook scan.completed': ScanCompletedEvent,
  'webhook scan.failed': ScanFailedEvent,
  'webhook scan.changed': ScanChangedEvent,
  'webhook test': TestEvent,
}

describe('the examples of /openapi.json', () => {
  let api: TestApi
  let source: string
  before(async () => {
    api = await startApi()
    source = (await api.call('GET', '/openapi.json')).text
  })
  after(() => api.stop())

  const isOfOperation = ([name]: [string, unknown]) => !name.startsWith('webhook ')

  it('are there for every operation that answers JSON', () => {
    const wanted = interfaceTable()
      .filter(({ produces }) => produces === undefined)
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
    const missing = wanted.filter((name) => EXAMPLES[name]?.answer === undefined)
    assert.deepEqual(missing, [])
    const known = Object.entries(EXAMPLES).filter(isOfOperation)
    assert.deepEqual(
      known.map(([name]) => name).filter((name) => !wanted.includes(name)),
      [],
    )
  })

  for (const [name, { answer }] of Object.entries(EXAMPLES).filter(isOfOperation))
    it(`have the shape that is announced: ${name}`, () => {
      const document = readDocument(JSON.parse(source))
      const [method = '', path = ''] = name.split(' ')
      const filled = `/api/v2${path.replace(/\{\w+\}/g, 'x')}`
      const responses = JSON.parse(source).paths[`/api/v2${path}`][method.toLowerCase()].responses
      const status = Object.keys(responses).find((each) => each.startsWith('2'))
      assertContract(document, method, filled, {
        status: Number(status),
        headers: { 'content-type': 'application/json' },
        text: JSON.stringify(answer),
        json: answer,
      })
      assert.deepEqual(responses[status ?? ''].content['application/json'].example, answer)
    })

  for (const [name, shape] of Object.entries(EVENTS))
    it(`have the shape that is announced: ${name}`, () => {
      const { request } = EXAMPLES[name] ?? {}
      assert.deepEqual(shape.parse(request), request)
      const { post } = JSON.parse(source).webhooks[name.replace('webhook ', '')]
      assert.deepEqual(post.requestBody.content['application/json'].example, request)
    })

  it('show requests where there are any', () => {
    const { paths } = JSON.parse(source)
    for (const [name, { request }] of Object.entries(EXAMPLES).filter(isOfOperation)) {
      const [method = '', path = ''] = name.split(' ')
      const { requestBody } = paths[`/api/v2${path}`][method.toLowerCase()]
      assert.deepEqual(requestBody?.content['application/json'].example, request, name)
    }
  })

  it('hold nothing of a machine', () => {
    assert.doesNotMatch(JSON.stringify(EXAMPLES), /localhost|127\.0\.0\.1|\/home\/|\/root\b|\/tmp\//)
  })
})
