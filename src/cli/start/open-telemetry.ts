import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { RecordSpan, Trace } from '../../trace.ts'

export interface Telemetry {
  record: RecordSpan
  /** Sends what has not been sent yet; does not wait for a collector that does not answer. */
  stop(): Promise<void>
}

/** What we use of OpenTelemetry's packages, which are not there when this is compiled. */
interface Packages {
  ROOT_CONTEXT: unknown
  SpanKind: { SERVER: number; INTERNAL: number; CLIENT: number; CONSUMER: number }
  SpanStatusCode: { UNSET: number; ERROR: number }
  trace: { setSpanContext(context: unknown, span: object): unknown }
  BatchSpanProcessor: new (options: { exporter: unknown }) => unknown
  TracerProvider: new (options: {
    idGenerator: { generateTraceId(): string; generateSpanId(): string }
    resource: unknown
    spanProcessors: unknown[]
  }) => {
    getTracer(name: string): {
      startSpan(name: string, options: object, context: unknown): StartedSpan
    }
    shutdown(): Promise<void>
  }
  OTLPTraceExporter: new () => unknown
  defaultResource(): Resource
  resourceFromAttributes(attributes: Record<string, string>): Resource
  detectResources(options: { detectors: unknown[] }): Resource
  envDetector: unknown
  serviceNameEnvDetector: unknown
}
interface Resource {
  merge(other: Resource): Resource
}
interface StartedSpan {
  setStatus(status: { code: number }): void
  end(at: number): void
}

const FAREWELL_MS = 2000

/**
 * Sends spans to an OTLP collector with OpenTelemetry's own packages, where `npm run opentelemetry` has installed them in
 * `folder`; null where it has not. They read their own settings (`OTEL_EXPORTER_OTLP_ENDPOINT`, `OTEL_SERVICE_NAME`, …).
 */
export function startTelemetry(folder: string, version: string): Telemetry | null {
  if (!existsSync(join(folder, 'node_modules', '@opentelemetry', 'sdk-trace', 'package.json'))) return null
  const load = createRequire(join(folder, 'package.json'))
  const names = ['api', 'resources', 'sdk-trace', 'exporter-trace-otlp-http']
  const otel: Packages = Object.assign({}, ...names.map((name) => load(`@opentelemetry/${name}`)))

  // Spans bear the ids that our log and our webhooks name.
  let own: Trace = { traceId: '', spanId: '', flags: '01' }
  const provider = new otel.TracerProvider({
    idGenerator: { generateTraceId: () => own.traceId, generateSpanId: () => own.spanId },
    resource: otel
      .defaultResource()
      .merge(otel.resourceFromAttributes({ 'service.name': 'toscan', 'service.version': version }))
      .merge(otel.detectResources({ detectors: [otel.envDetector, otel.serviceNameEnvDetector] })),
    spanProcessors: [new otel.BatchSpanProcessor({ exporter: new otel.OTLPTraceExporter() })],
  })
  const tracer = provider.getTracer('toscan')
  const kinds = {
    server: otel.SpanKind.SERVER,
    internal: otel.SpanKind.INTERNAL,
    client: otel.SpanKind.CLIENT,
    consumer: otel.SpanKind.CONSUMER,
  }
  return {
    record({ name, kind, trace, parent, startedAt, endedAt, ok, facts }) {
      own = trace
      const within = parent
        ? otel.trace.setSpanContext(otel.ROOT_CONTEXT, {
            traceId: parent.traceId,
            spanId: parent.spanId,
            traceFlags: Number.parseInt(parent.flags, 16),
            isRemote: true,
          })
        : otel.ROOT_CONTEXT
      const span = tracer.startSpan(
        name,
        { kind: kinds[kind], startTime: startedAt, attributes: facts },
        within,
      )
      if (!ok) span.setStatus({ code: otel.SpanStatusCode.ERROR })
      span.end(endedAt)
    },
    async stop() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, FAREWELL_MS).unref())
      await Promise.race([provider.shutdown().catch(() => {}), late])
    },
  }
}
