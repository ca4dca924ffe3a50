import { stripVTControlCharacters, styleText } from 'node:util'
import type { ScanMode, ScanRecord } from '../sdk/contract.ts'
import { profileStateOf } from '../sdk/profile-state.ts'

/** One scan of the demo, as far as it has come. */
export interface Row {
  name: string
  special: string
  mode: ScanMode
  record: ScanRecord | null
}

type Colour = 'green' | 'yellow' | 'red' | 'dim'

const VERDICTS: Record<string, { words: string; colour: Colour }> = {
  no_flags: { words: 'no flags', colour: 'green' },
  review_low: { words: 'review low', colour: 'yellow' },
  review_medium: { words: 'review medium', colour: 'yellow' },
  review_high: { words: 'review high', colour: 'red' },
}

/** Green says that somebody looked. */
const UNSEEN = { front_only: 'front only', gone: 'gone', suspended: 'suspended', unread: 'not read' }

/** The table in a terminal: drawn anew over itself. */
export function drawTable(rows: Row[], previousLines: number): number {
  const width = process.stdout.columns ?? 120
  const lines = rows.map((row) => fitted(lineOf(row), width))
  const up = previousLines > 0 ? `\x1b[${previousLines}A` : ''
  process.stdout.write(`${up}${lines.map((line) => `\x1b[2K${line}\n`).join('')}`)
  return lines.length
}

/** One scan on one line: who, what is special, verdict or running step, score, time, codes. */
export function lineOf({ name, special, mode, record }: Row): string {
  const who = `${name}${mode === 'quick' ? ' (quick)' : ''}`.padEnd(25)
  return `${paint('bold', who)} ${verdictOf(record)} ${scoreOf(record)} ${timeOf(record)}  ${codesOf(record)}${paint('dim', special)}`
}

function verdictOf(record: ScanRecord | null): string {
  const report = record?.triage_report
  if (report) {
    const state = profileStateOf(report.evidence_index[0]?.outcome ?? '')
    const isCalm = report.recommendation === 'no_flags' || report.recommendation === 'review_low'
    if (isCalm && state !== 'read') return paint('dim', UNSEEN[state].padEnd(14))
    const verdict = VERDICTS[report.recommendation] ?? {
      words: report.recommendation,
      colour: 'dim' as const,
    }
    return paint(verdict.colour, verdict.words.padEnd(14))
  }
  if (record?.status === 'failed') return paint('red', 'failed'.padEnd(14))
  const step = record?.processing_started_at ? (record.progress?.step ?? 'working') : 'waiting'
  return paint('dim', `… ${step}`.padEnd(14))
}

function scoreOf(record: ScanRecord | null): string {
  return String(record?.triage_report?.risk_score ?? '').padStart(3)
}

function timeOf(record: ScanRecord | null): string {
  if (!record?.processing_started_at || !record.processing_completed_at) return ''.padStart(7)
  const ms = Date.parse(record.processing_completed_at) - Date.parse(record.processing_started_at)
  return `${(ms / 1000).toFixed(1)} s`.padStart(7)
}

function codesOf(record: ScanRecord | null): string {
  const words = record?.error ?? record?.triage_report?.reason_codes.join(', ') ?? ''
  return words ? `${words}  ` : ''
}

function fitted(line: string, width: number): string {
  const shown = stripVTControlCharacters(line).length
  if (shown < width) return line
  let left = width - 2
  // Colours take no room; what is cut is cut between them.
  const parts = line.split(COLOUR).map((part) => {
    if (part.startsWith(ESCAPE)) return part
    const kept = part.slice(0, Math.max(0, left))
    left -= part.length
    return kept
  })
  return `${parts.join('')}…`
}

const ESCAPE = '\x1b'
const COLOUR = new RegExp(`(${ESCAPE}\\[\\d+m)`)

function paint(style: Parameters<typeof styleText>[0], text: string): string {
  return styleText(style, text, { stream: process.stdout })
}
