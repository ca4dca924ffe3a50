import { exampleEvidence } from '../../policy/pack/example-evidence.ts'
import type { PolicyPack } from '../../policy/pack/pack-schema.ts'
import { findingsOf } from './findings-of.ts'

/** Few rules are asked about such sentences: those that are would take longer to practise than they save. */
const TEXT = Array.from(
  { length: 40 },
  (_, n) =>
    `Harbour number ${n}: oil on canvas, painted on a grey morning while the boats came in and the gulls waited.`,
).join('\n')

/** Judges a harmless page of nobody's: code that has never run is slow, and the first scan would have to wait for it. */
export function practise(policies: PolicyPack): void {
  findingsOf(policies, exampleEvidence({ evidence: [{ text: TEXT, channel: 'page' }] }))
}
