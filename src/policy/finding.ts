import type { Binding, Channel } from '../evidence/evidence.ts'

export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const
export type Severity = (typeof SEVERITIES)[number]

/** Why a hit counts for less: refused, quoted, said of a third person, or part of a policy text. */
export const MITIGATIONS = ['negated', 'quoted', 'third_person', 'policy_text'] as const
export type Mitigation = (typeof MITIGATIONS)[number]

/** Who says so: a rule of the pack, a large model that was asked, or the small classifier of the pack. */
export type FindingSource = 'rule' | 'model' | 'classifier'

/** One proposed hit. Rules, models and the classifier propose findings; only `score.ts` turns them into numbers. */
export interface Finding {
  code: string
  /** `<code>/<rule>` of the policy pack, `model`, or `resembles.<code>`. */
  rule: string
  source: FindingSource
  /** Base precision, 0 to 1: how often this rule is right when it fires. */
  p: number
  evidenceRef: string
  channel: Channel
  binding: Binding
  mitigation: Mitigation | null
  /** The rule asks for one lexicon or pattern and holds no full statement: it counts for little, and never beyond `alone.weak`. */
  bare?: true
  /** The words as they stand in the stored evidence; masked for minor-safety codes. */
  quote: string
  /** UTF-16 offsets of the quote in `texts[textIndex]`; -1 when the hit is a link or a fact. */
  textIndex: number
  start: number
  end: number
  /** `folded` when the hit only appears after undoing a disguise. */
  view: 'native' | 'folded'
  /** False when a model's quote was not found in the cited evidence: such a finding weighs nothing. Default true. */
  verified?: boolean
  /** The address that is the hit, for links. */
  url?: string
  /** Sub-theme of `prohibited_theme`, distance of `adult_link_restricted`, or the fact that a floor asks for. */
  tag?: string
  /** Of the classifier: what its reader can check it by. Absent where the pack knows no wording of the code, and in older analyses. */
  resembles?: Resembled
}

/** What words that no rule met are like. */
export interface Resembled {
  /** The nearest known wording of the code: a text of the training set, to the letter. */
  wording: string
  /** ISO 639-1, or null where nobody can tell. */
  language: string | null
  /** The cosine of the two in the classifier's features, 0 to 1. */
  similarity: number
  /** Names of the families of words that carried it, the weightiest first. */
  families: string[]
  /** What an operator's embedding model had to do with it; absent where it had nothing. */
  embedding?: {
    /** What it added to the log odds, -1 to 1. */
    shift: number
    /** Without it the classifier would not have named the code. */
    tipped: boolean
  }
}

/** The submitted profile. */
export interface Subject {
  /** Platform id, or null when the address is of no known platform. */
  platform: string | null
  handle: string | null
  url: string
}
