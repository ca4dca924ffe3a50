import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { createMetrics } from '../src/metrics.ts'
import { readAlerts } from './support/alerts.ts'
import { evaluateRule } from './support/evaluate-rule.ts'

const ROOT = join(import.meta.dirname, '..')
const ALERTS = readAlerts()

const Dashboard = z.object({
  panels: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      targets: z.array(z.object({ expr: z.string() })).default([]),
    }),
  ),
})

describe('alerts and dashboard', () => {
  const { panels } = Dashboard.parse(JSON.parse(readFileSync(join(ROOT, 'ops/dashboard.json'), 'utf8')))
  const drawn = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))

  it('name only metrics that there are, and only labels that they have', () => {
    const metrics = labelsByMetric()
    for (const expr of [...ALERTS.map(({ expr }) => expr), ...drawn]) {
      for (const [, name = '', matchers = ''] of expr.matchAll(
        /\b((?:toscan|nodejs|process)_\w+)(?:\{([^}]*)\})?/g,
      )) {
        const labels = metrics.get(name)
        assert.ok(labels, `${name} in ${expr}`)
        for (const [, label = ''] of matchers.matchAll(/(\w+)[=!]/g))
          assert.ok(labels.includes(label), `${label} of ${name}`)
        for (const label of groupedBy(expr))
          assert.ok([...labels, 'instance', 'le'].includes(label), `${label} of ${name}`)
      }
    }
  })

  it('alerts are in a form that the test of faults can judge', () => {
    const nothing = { at: 0, samples: [] }
    for (const { expr } of ALERTS) evaluateRule(expr, nothing, nothing)
  })

  it('every alert has its page in the runbook, and no page is left over', () => {
    const runbook = readFileSync(join(ROOT, 'docs/runbook.md'), 'utf8')
    const pages = runbook.split(/^## /m).slice(1)
    assert.deepEqual(pages.map((page) => page.split('\n')[0]).sort(), ALERTS.map(({ alert }) => alert).sort())
    for (const page of pages)
      assert.match(page, /\*\*Means\*\*[\s\S]+\*\*Look at\*\*[\s\S]+\*\*Do\*\*/, page.slice(0, 40))
    const anchors = [...runbook.matchAll(/\]\(#(\w+)\)/g)].map(([, anchor]) => anchor)
    assert.deepEqual(
      anchors.filter((anchor) => !ALERTS.some(({ alert }) => alert.toLowerCase() === anchor)),
      [],
    )
  })

  it('panels have ids of their own, and what an alert is about is drawn', () => {
    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length)
    const undrawn = ALERTS.flatMap(({ expr }) => expr.match(/\btoscan_\w+/g) ?? []).filter(
      (name) => !drawn.some((expr) => expr.includes(name)),
    )
    assert.deepEqual(undrawn, [])
  })
})

/** As they are scraped: a histogram is three. */
function labelsByMetric(): Map<string, string[]> {
  const { registry } = createMetrics()
  return new Map(
    registry.getMetricsAsArray().flatMap((metric): [string, string[]][] => {
      // Its constructor keeps them; the type does not say so.
      const { labelNames } = metric as typeof metric & { labelNames: string[] }
      const endings = metric.constructor.name === 'Histogram' ? ['_bucket', '_count', '_sum'] : ['']
      return endings.map((ending) => [metric.name + ending, labelNames])
    }),
  )
}

function groupedBy(expr: string): string[] {
  return [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(/,\s*/))
}
