import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Everything that `/metrics` shows. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    requests: new Histogram({
      name: 'toscan_http_request_seconds',
      help: 'Requests by route, method and status.',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    scans: new Histogram({
      name: 'toscan_scan_seconds',
      help: 'Finished scans by mode and outcome, from slot to end.',
      labelNames: ['mode', 'outcome'],
      buckets: [0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600],
      registers,
    }),
    steps: new Histogram({
      name: 'toscan_step_seconds',
      help: 'Pipeline steps by name and outcome.',
      labelNames: ['step', 'outcome'],
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30, 60],
      registers,
    }),
    fetches: new Counter({
      name: 'toscan_fetches_total',
      help: 'Outgoing requests by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    renders: new Histogram({
      name: 'toscan_render_seconds',
      help: 'Visits of the browser by outcome, waiting for a place included.',
      labelNames: ['outcome'],
      buckets: [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64],
      registers,
    }),
    webhookAttempts: new Counter({
      name: 'toscan_webhook_attempts_total',
      help: 'Delivery attempts by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    queue: new Gauge({
      name: 'toscan_scans',
      help: 'Scans in processing, by mode and by whether they wait or run.',
      labelNames: ['mode', 'state'],
      registers,
    }),
  }
}

export type Metrics = ReturnType<typeof createMetrics>
