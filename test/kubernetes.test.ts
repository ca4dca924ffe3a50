import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { Job } from 'kubernetes-models/batch/v1/Job'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap'
import { Namespace } from 'kubernetes-models/v1/Namespace'
import { Service } from 'kubernetes-models/v1/Service'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { readConfig } from '../src/config.ts'
import { createMetrics } from '../src/metrics.ts'

const ROOT = join(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'ops', 'kubernetes')
const read = (file: string): string => readFileSync(join(FOLDER, file), 'utf8')
const FILES = readdirSync(FOLDER).filter((file) => file !== 'kustomization.yaml')
const SECRETS = '/run/secrets/toscan'

/** By kind: what judges it by the schema of Kubernetes, and where its type is. */
const KINDS = {
  Deployment: [Deployment, 'kubernetes-models/apps/v1/Deployment'],
  Job: [Job, 'kubernetes-models/batch/v1/Job'],
  NetworkPolicy: [NetworkPolicy, 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'],
  PodDisruptionBudget: [PodDisruptionBudget, 'kubernetes-models/policy/v1/PodDisruptionBudget'],
  ConfigMap: [ConfigMap, 'kubernetes-models/v1/ConfigMap'],
  Namespace: [Namespace, 'kubernetes-models/v1/Namespace'],
  Service: [Service, 'kubernetes-models/v1/Service'],
  ScaledObject: [ScaledObject, '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject'],
} as const

const Pod = z.object({
  automountServiceAccountToken: z.boolean(),
  enableServiceLinks: z.boolean(),
  securityContext: z.record(z.string(), z.unknown()),
  containers: z.array(
    z.object({
      args: z.array(z.string()),
      image: z.string(),
      env: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
      ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
      securityContext: z.record(z.string(), z.unknown()),
      resources: z.object({ limits: z.object({ memory: z.string() }) }),
      volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
    }),
  ),
  volumes: z.array(z.looseObject({ name: z.string() })),
})
const Manifest = z.looseObject({
  kind: z.enum(Object.keys(KINDS) as [keyof typeof KINDS]),
  metadata: z.object({ name: z.string(), namespace: z.string().optional() }).loose(),
})

const manifests = FILES.flatMap((file) =>
  parseAllDocuments(read(file), { merge: true }).map((document) => Manifest.parse(document.toJS())),
)
const named = (kind: string, name: string) =>
  manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name)
const pods = manifests
  .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
  .map((manifest) => {
    const { spec } = z.object({ spec: z.object({ template: z.object({ spec: Pod }) }) }).parse(manifest)
    return { name: manifest.metadata.name, pod: spec.template.spec }
  })

describe('the manifests for Kubernetes', () => {
  it('are what its schemas describe', () => {
    for (const manifest of manifests) {
      const [Model] = KINDS[manifest.kind]
      // Its constructor wants the type that is only to be proven.
      const model = new Model(manifest as never)
      assert.doesNotThrow(() => model.validate(), `${manifest.kind} ${manifest.metadata.name}`)
    }
  })

  it('have no member that Kubernetes does not know', () => {
    // The schemas let them pass; the types do not. Inside the project, so that they are found.
    const parent = join(ROOT, 'node_modules', '.cache')
    mkdirSync(parent, { recursive: true })
    const folder = mkdtempSync(join(parent, 'kubernetes-'))
    try {
      const lines = manifests.map((manifest) => {
        const [, path] = KINDS[manifest.kind]
        return `export const _${crypto.randomUUID().replaceAll('-', '')}: import('${path}').I${manifest.kind} = ${JSON.stringify(manifest)}`
      })
      writeFileSync(join(folder, 'manifests.ts'), lines.join('\n'))
      const options = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', '--target', 'esnext']
      const modules = ['--module', 'nodenext', '--types', '']
      try {
        execFileSync(
          join(ROOT, 'node_modules', '.bin', 'tsc'),
          [...options, ...modules, join(folder, 'manifests.ts')],
          { encoding: 'utf8' },
        )
      } catch (error) {
        assert.fail(String(Object(error).stdout || error))
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('are listed, all but the migration, and stand in one namespace', () => {
    const { resources, namespace } = parse(read('kustomization.yaml'))
    assert.deepEqual([...resources, 'migrate.yaml'].sort(), FILES.sort())
    for (const { kind, metadata } of manifests)
      assert.equal(kind === 'Namespace' ? metadata.name : metadata.namespace, namespace)
  })

  for (const { name, pod } of pods) {
    const [container] = pod.containers

    it(`${name} is nobody’s root, cannot write its own files, and gains nothing`, () => {
      assert.ok(container && pod.containers.length === 1)
      assert.deepEqual(pod.securityContext, {
        runAsNonRoot: true,
        runAsUser: 1000,
        runAsGroup: 1000,
        fsGroup: 1000,
        seccompProfile: { type: 'RuntimeDefault' },
      })
      assert.deepEqual(container.securityContext, {
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      })
      assert.equal(pod.automountServiceAccountToken, false)
      assert.match(container.image, /:\d+\.\d+\.\d+$/)
    })

    it(`${name} is told settings that there are, and secrets by file`, () => {
      // A Service toscan-api would be in the environment as TOSCAN_API_PORT.
      assert.equal(pod.enableServiceLinks, false)
      const shared = z.object({ data: z.record(z.string(), z.string()) }).parse(named('ConfigMap', 'toscan'))
      const env = { ...shared.data }
      for (const { name, value } of container?.env ?? []) env[name] = value
      for (const [key, value] of Object.entries(env))
        if (/PASSWORD|SECRET|TOKEN|_KEY\b|DATABASE_URL/.test(key)) {
          assert.match(key, /_FILE$/)
          assert.ok(value.startsWith(`${SECRETS}/`), key)
        }
      const folder = mkdtempSync(join(tmpdir(), 'kubernetes-'))
      try {
        for (const [key, text] of Object.entries(SECRET_FILES)) writeFileSync(join(folder, key), text)
        const inFolder = Object.entries(env).map(([key, value]) => [key, value.replace(SECRETS, folder)])
        const config = readConfig(Object.fromEntries(inFolder))
        const operations = container?.ports.find((port) => port.name === 'operations')?.containerPort
        if (container?.args[0] === 'serve') assert.equal(config.metricsPort, operations)
      } finally {
        rmSync(folder, { recursive: true })
      }
    })

    it(`${name} may write where the image says that it does`, () => {
      const mounted = Object.fromEntries(
        (container?.volumeMounts ?? []).map((mount) => [mount.mountPath, mount.name]),
      )
      assert.deepEqual(Object.keys(mounted).sort(), ['/data', '/home/node', SECRETS, '/tmp'])
      const volumes = new Map(pod.volumes.map((volume) => [volume.name, volume]))
      for (const path of ['/data', '/home/node', '/tmp'])
        assert.deepEqual(volumes.get(mounted[path] ?? '')?.emptyDir, {}, path)
    })
  }

  it('run each role, and the migration', () => {
    assert.deepEqual(
      pods.map(({ pod }) => pod.containers[0]?.args.join(' ')),
      ['serve --role api', 'migrate', 'serve --role worker'],
    )
    assert.equal(new Set(pods.map(({ pod }) => pod.containers[0]?.image)).size, 1)
  })

  it('scale the workers by a metric that there is', () => {
    const { spec } = z
      .object({
        spec: z.object({
          scaleTargetRef: z.object({ name: z.string() }),
          triggers: z.array(z.object({ metadata: z.object({ query: z.string() }) })),
        }),
      })
      .parse(named('ScaledObject', 'toscan-worker'))
    assert.ok(named('Deployment', spec.scaleTargetRef.name))
    const metrics = new Set(
      createMetrics()
        .registry.getMetricsAsArray()
        .map(({ name }) => name),
    )
    const asked = spec.triggers.flatMap(({ metadata }) => metadata.query.match(/toscan_\w+/g) ?? [])
    assert.ok(asked.length > 0 && asked.every((name) => metrics.has(name)), String(asked))
  })
})

const SECRET_FILES = {
  'database-url': 'postgres://toscan:secret@postgres.example/toscan',
  'secret-key': 'a'.repeat(64),
  'metrics-token': 'b'.repeat(32),
  's3-secret': 'c'.repeat(40),
}
