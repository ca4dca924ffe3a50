import type { Binding, Channel } from '../evidence/evidence.ts'

export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const
export type Severity = (typeof SEVERITIES)[number]

/** Why a hit counts for less: refused, quoted, said of a third person, or part of a policy text. */
export type Mitigation = 'negated' | 'quoted' | 'third_person' | 'policy_text'

/** One proposed hit. Rules and models propose findings; only `score.ts` turns them into numbers. */
export interface Finding {
  code: string
  /** `<code>/<rule>` of the policy pack, or `model`. */
  rule: string
  source: 'rule' | 'model'
  /** Base precision, 0 to 1: how often this rule is right when it fires. */
  p: number
  evidenceRef: string
  channel: Channel
  binding: Binding
  mitigation: Mitigation | null
  /** The words as they stand in the stored evidence; masked for minor-safety codes. */
  quote: string
  /** UTF-16 offsets of the quote in `texts[textIndex]`; -1 when the hit is a link or a fact. */
  textIndex: number
  start: number
  end: number
  /** `folded` when the hit only appears after undoing a disguise. */
  view: 'native' | 'folded'
  /** The address that is the hit, for links. */
  url?: string
  /** Sub-theme, e.g. of `prohibited_theme`. */
  tag?: string
}
