import type { ModelFailure } from './ask.ts'

/** What the creator does with the words that a model points at. */
export const STANCES = ['offers', 'mentions', 'denies', 'quotes_policy'] as const
export type Stance = (typeof STANCES)[number]

/** A place in stored evidence that a model pointed at, found there by us. Holds no words: neither the page's nor the model's. */
export interface Passage {
  code: string
  stance: Stance
  evidenceRef: string
  /** UTF-16 offsets in `texts[textIndex]` of that evidence; all -1 where it pointed at an address. */
  textIndex: number
  start: number
  end: number
  /** Of an address: which of the page's links, -1 for the page itself and the way to it. */
  linkIndex?: number
  /** Words that the first question did not show, because they may address whoever reads them. */
  isTakenOut?: true
}

/** Why a proposed finding does not exist for us. */
export const DROPS = [
  'quote_not_found',
  'unknown_ref',
  'unknown_code',
  'hidden_text',
  'repeated',
  'one_sided',
  'unconfirmed',
] as const
export type Drop = (typeof DROPS)[number]

/** A model's answer after every quote was looked for in the evidence that it cites. */
export interface Opinion {
  passages: Passage[]
  dropped: Record<Drop, number>
  /** ISO 639 code, as the model says; empty when it says nothing usable. */
  language: string
  injectionSeen: boolean
}

export interface ModelUsage {
  /** Requests that were sent; 0 when the answer was remembered. */
  requests: number
  /** Null where the provider did not say. */
  input_tokens: number | null
  output_tokens: number | null
  cached_tokens: number | null
  /** Null when the price of the model is not known, or an answer that was paid for never came. */
  cost_usd: number | null
  /** The answer was remembered from the same question about the same evidence. */
  remembered: boolean
}

/** What came of asking a model about one profile. */
export interface Consultation {
  /** As configured, `anthropic:<model>` and the like. */
  model: string
  promptVersion: string
  /** Null when there is none; then `failure` says why. */
  opinion: Opinion | null
  failure: ModelFailure | null
  usage: ModelUsage
}
