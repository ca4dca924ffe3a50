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
    modelAnswers: new Counter({
      name: 'toscan_model_answers_total',
      help: 'Profiles that a model was to read, by what came of it.',
      labelNames: ['model', 'outcome'],
      registers,
    }),
    modelTokens: new Counter({
      name: 'toscan_model_tokens_total',
      help: 'Tokens as providers count them; cached input is part of input.',
      labelNames: ['model', 'kind'],
      registers,
    }),
    modelCost: new Counter({
      name: 'toscan_model_cost_usd_total',
      help: 'US dollars, as far as prices are known.',
      labelNames: ['model'],
      registers,
    }),
    modelFindings: new Counter({
      name: 'toscan_model_findings_total',
      help: 'Findings that models proposed, by fate: kept, or why they were dropped.',
      labelNames: ['model', 'fate'],
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
