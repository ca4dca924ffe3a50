import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { interfaceTable } from '../support/interface-table.ts'
import { startApi, type TestApi } from '../support/start-api.ts'

const ROOT = join(import.meta.dirname, '..', '..')

interface Described {
  summary?: string
  description?: string
  parameters?: { name: string; description?: string }[]
}

describe('/openapi.json', () => {
  let api: TestApi
  let source: string
  before(async () => {
    api = await startApi()
    source = (await api.call('GET', '/openapi.json')).text
  })
  after(() => api.stop())

  it('passes every rule of redocly.yaml', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'openapi-'))
    try {
      const file = join(folder, 'openapi.json')
      writeFileSync(file, source)
      const { code, output } = await lint(file)
      assert.equal(code, 0, output)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('describes the interface as OpenAPI 3.1', () => {
    const document = JSON.parse(source)
    assert.match(document.openapi, /^3\.1\./)
    assert.deepEqual(document.security, [{ bearer: [] }])
  })

  it('names each shape of the contract once', () => {
    const names = Object.keys(JSON.parse(source).components.schemas)
    assert.deepEqual(
      names.filter((name) => name.endsWith('Input')),
      [],
    )
    for (const name of [
      'ScanRecord',
      'ScannedProfile',
      'BatchRecord',
      'TriageReport',
      'ScanRequest',
      'ValidationEntry',
    ])
      assert.ok(names.includes(name), name)
  })

  it('describes every answer, and says which bodies may be left out', () => {
    const operations = Object.values<object>(JSON.parse(source).paths).flatMap((methods) =>
      Object.values<{ responses: Record<string, { description: string }> }>({ ...methods }),
    )
    for (const { responses } of operations) {
      for (const [status, { description }] of Object.entries(responses))
        assert.match(description, /^[A-Z].*\.$/, status)
      for (const status of ['431', '500', '503']) assert.ok(status in responses)
    }
    const { paths } = JSON.parse(source)
    assert.equal(paths['/api/v2/org/api-keys'].post.requestBody.required, false)
    assert.equal(paths['/api/v2/org/webhook-secret/rotate'].post.requestBody.required, false)
    assert.equal(paths['/api/v2/scan/deep'].post.requestBody.required, true)
  })

  it('gives no member of a body a default: generated clients would have to send it', () => {
    const { schemas } = JSON.parse(source).components
    for (const name of ['ScanRequest', 'BatchRequest', 'PutScanRequest', 'PutBatchRequest'])
      assert.doesNotMatch(JSON.stringify(schemas[name]), /"default":/, name)
  })

  it('says of every operation, parameter and member what it is', () => {
    const { paths, components } = JSON.parse(source)
    const without: string[] = []
    const visit = (part: unknown, place: string) => {
      if (typeof part !== 'object' || part === null) return
      for (const [key, value] of Object.entries(part)) {
        if (key === 'example' || key === 'examples') continue
        if (key === 'properties')
          for (const [name, member] of Object.entries(Object(value)))
            if (!Object(member).description && !Object(member).$ref) without.push(`${place}.${name}`)
        visit(value, key === 'properties' ? place : `${place}/${key}`)
      }
    }
    visit(components.schemas, '')
    for (const [path, methods] of Object.entries<Record<string, Described>>(paths))
      for (const [method, operation] of Object.entries(methods)) {
        const { description, summary, parameters = [] } = operation
        if (!description || description === summary) without.push(`${method} ${path}`)
        for (const parameter of parameters)
          if (!parameter.description) without.push(`${method} ${path} ${parameter.name}`)
        visit(operation, `${method} ${path}`)
      }
    assert.deepEqual(without, [])
  })

  it('describes the webhooks, each with its payload', () => {
    const { webhooks, components } = JSON.parse(source)
    assert.deepEqual(Object.keys(webhooks), ['scan.completed', 'scan.failed', 'scan.changed', 'test'])
    for (const { post } of Object.values<{ post: { requestBody: object } }>(webhooks)) {
      const [, shape = ''] = /schemas\/(\w+)"/.exec(JSON.stringify(post.requestBody)) ?? []
      assert.ok(components.schemas[shape], shape)
    }
  })

  it('announces 401 and 403 everywhere, and 429 exactly where keys may call, which may have a limit', () => {
    const operations = Object.entries<Record<string, { responses: object }>>(
      JSON.parse(source).paths,
    ).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        name: `${method} ${path}`,
        statuses: Object.keys(operation.responses),
      })),
    )
    const forKeys = new Set(
      interfaceTable()
        .filter(({ access }) => access === 'any')
        .map(({ method, path }) => `${method.toLowerCase()} /api/v2${path.replace(/:(\w+)/g, '{$1}')}`),
    )
    for (const { name, statuses } of operations) {
      assert.ok(statuses.includes('401') && statuses.includes('403'), name)
      assert.equal(statuses.includes('429'), forKeys.has(name), name)
    }
  })
})

async function lint(file: string): Promise<{ code: number; output: string }> {
  const child = spawn(
    process.execPath,
    [
      join(ROOT, 'node_modules', '@redocly', 'cli', 'bin', 'cli.js'),
      'lint',
      file,
      '--config',
      join(ROOT, 'redocly.yaml'),
    ],
    {
      env: { PATH: process.env.PATH, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number>((resolve) => child.once('exit', (status) => resolve(status ?? 1))),
  ])
  return { code, output: out + err }
}
