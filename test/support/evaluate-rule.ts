/**
 * What Prometheus makes of an expression, for the forms that `ops/alerts.yaml` uses: selectors, `rate`, `increase` and `delta`
 * between two scrapes, `sum`, `max`, `abs`, `absent`, a division, a comparison with a number, `and`.
 */

export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

export interface Scrape {
  /** Milliseconds, of any clock. */
  at: number
  samples: Sample[]
}

/** A series by its labels. */
type Vector = { labels: Record<string, string>; value: number }[]
type Reader = { tokens: string[]; first: Scrape; last: Scrape }

/** The series for which it holds between two scrapes; none: no alert. @throws on a form that it does not know */
export function evaluateRule(expression: string, first: Scrape, last: Scrape): Vector {
  const tokens = expression.match(/"[^"]*"|[\w.]+|[=!]~|[=!<>]=|[(){}[\],/<>=]/g) ?? []
  const reader = { tokens: [...tokens], first, last }
  const found = readAnd(reader)
  if (reader.tokens.length > 0) throw new Error(`Not understood: ${reader.tokens.join(' ')}`)
  return found
}

/** The samples of a text as `/metrics` shows it. */
export function readSamples(text: string, more: Record<string, string> = {}): Sample[] {
  return [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name = '', labels = '', value]) => ({
    name,
    labels: {
      ...Object.fromEntries(
        [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', said = '']) => [key, said]),
      ),
      ...more,
    },
    value: Number(value),
  }))
}

function readAnd(reader: Reader): Vector {
  let left = readComparison(reader)
  while (takes(reader, 'and')) {
    const keys = readComparison(reader).map(keyOf)
    left = left.filter((each) => keys.includes(keyOf(each)))
  }
  return left
}

const COMPARISONS: Record<string, (value: number, limit: number) => boolean> = {
  '>': (value, limit) => value > limit,
  '<': (value, limit) => value < limit,
  '==': (value, limit) => value === limit,
}

function readComparison(reader: Reader): Vector {
  const left = readDivision(reader)
  const holds = COMPARISONS[reader.tokens[0] ?? '']
  if (!holds) return left
  reader.tokens.shift()
  const limit = Number(reader.tokens.shift())
  if (Number.isNaN(limit)) throw new Error('Compare with a number.')
  return left.filter(({ value }) => holds(value, limit))
}

function readDivision(reader: Reader): Vector {
  const left = readTerm(reader)
  if (!takes(reader, '/')) return left
  const right = new Map(readTerm(reader).map((each) => [keyOf(each), each.value]))
  return left.flatMap((each) => {
    const by = right.get(keyOf(each))
    return by === undefined ? [] : [{ labels: each.labels, value: each.value / by }]
  })
}

function readTerm(reader: Reader): Vector {
  const name = reader.tokens.shift() ?? ''
  if (name === 'sum' || name === 'max') return readAggregate(reader, name)
  if (reader.tokens[0] !== '(') return select(reader.last, name, readMatchers(reader)).map(withoutName)
  reader.tokens.shift()
  const found = readArgument(reader, name)
  expect(reader, ')')
  return found
}

function readArgument(reader: Reader, name: string): Vector {
  if (name === 'abs') return readAnd(reader).map((each) => ({ ...each, value: Math.abs(each.value) }))
  if (name === 'absent') return readAnd(reader).length === 0 ? [{ labels: {}, value: 1 }] : []
  if (name === 'rate' || name === 'increase' || name === 'delta') return readRise(reader, name)
  throw new Error(`Not understood: ${name}(`)
}

function readAggregate(reader: Reader, name: 'sum' | 'max'): Vector {
  const by: string[] = []
  if (takes(reader, 'by')) {
    expect(reader, '(')
    while (!takes(reader, ')')) by.push(...reader.tokens.splice(0, 1).filter((token) => token !== ','))
  }
  expect(reader, '(')
  const groups = new Map<string, Vector[number]>()
  for (const { labels, value } of readAnd(reader)) {
    const group = {
      labels: Object.fromEntries(by.flatMap((label) => (labels[label] ? [[label, labels[label]]] : []))),
      value,
    }
    const others = groups.get(keyOf(group))?.value
    if (others !== undefined) group.value = name === 'sum' ? others + value : Math.max(others, value)
    groups.set(keyOf(group), group)
  }
  expect(reader, ')')
  return [...groups.values()]
}

/** A series that was not there before has not risen: Prometheus sees it so too. */
function readRise(reader: Reader, name: string): Vector {
  const metric = reader.tokens.shift() ?? ''
  const matches = readMatchers(reader)
  expect(reader, '[')
  if (!/^\d+[smh]$/.test(reader.tokens.shift() ?? '')) throw new Error('A range is a number and s, m or h.')
  expect(reader, ']')
  const before = new Map(select(reader.first, metric, matches).map((each) => [keyOf(each), each.value]))
  const seconds = (reader.last.at - reader.first.at) / 1000
  return select(reader.last, metric, matches).flatMap((each) => {
    const old = before.get(keyOf(each))
    if (old === undefined) return []
    // A counter that fell began anew.
    const rise = name !== 'delta' && each.value < old ? each.value : each.value - old
    return [{ labels: each.labels, value: name === 'rate' ? rise / seconds : rise }]
  })
}

type Matches = (labels: Record<string, string>) => boolean

function readMatchers(reader: Reader): Matches {
  const all: Matches[] = []
  if (takes(reader, '{'))
    while (!takes(reader, '}')) {
      if (takes(reader, ',')) continue
      const [label = '', sign = '', quoted = ''] = reader.tokens.splice(0, 3)
      const text = quoted.slice(1, -1)
      const fits = sign.endsWith('~')
        ? new RegExp(`^(?:${text})$`)
        : { test: (said: string) => said === text }
      all.push((labels) => fits.test(labels[label] ?? '') !== sign.startsWith('!'))
    }
  return (labels) => all.every((each) => each(labels))
}

function select(scrape: Scrape, name: string, matches: Matches): Sample[] {
  return scrape.samples.filter((sample) => sample.name === name && matches(sample.labels))
}

function withoutName({ labels, value }: Sample) {
  return { labels, value }
}

function keyOf({ labels }: { labels: Record<string, string> }): string {
  return JSON.stringify(Object.entries(labels).sort())
}

function takes(reader: Reader, token: string): boolean {
  if (reader.tokens[0] !== token) return false
  reader.tokens.shift()
  return true
}

function expect(reader: Reader, token: string) {
  if (!takes(reader, token)) throw new Error(`Expected ${token} before ${reader.tokens.join(' ')}`)
}
