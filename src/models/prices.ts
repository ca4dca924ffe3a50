import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

/** US dollars per million tokens. */
export interface Price {
  input: number
  output: number
  /** Input that the provider had cached. */
  cached: number
}

export interface Tokens {
  input: number | null
  output: number | null
  /** Part of `input`. */
  cached: number | null
}

const amount = z.number().min(0)
const listed = z.strictObject({
  model: z.string(),
  input: amount,
  output: amount,
  cached: amount.optional(),
  source: z.string(),
  read_on: z.iso.date(),
})

/** What `src/models/prices.yaml` states, under what the operator states. A model that neither knows has no price. */
export function loadPrices(overrides: Readonly<Record<string, Price>>): Map<string, Price> {
  const entries = z.array(listed).parse(parse(readFileSync(join(import.meta.dirname, 'prices.yaml'), 'utf8')))
  const prices = new Map(
    entries.map(({ model, input, output, cached }) => [model, { input, output, cached: cached ?? input }]),
  )
  for (const [model, price] of Object.entries(overrides)) prices.set(model, price)
  return prices
}

/** US dollars; null when the price or the tokens are not known: unknown is not free. */
export function costOf(tokens: Tokens, price: Price | null): number | null {
  if (price === null || tokens.input === null || tokens.output === null) return null
  const cached = Math.min(tokens.cached ?? 0, tokens.input)
  return ((tokens.input - cached) * price.input + cached * price.cached + tokens.output * price.output) / 1e6
}

/** What providers add to a request of their own: templates, the frame of a schema. */
const TOKENS_AROUND = 1000

/** The most that a request can cost: no tokenizer makes more tokens than the text has bytes. Null without a price. */
export function mostItCanCost(text: string, maxOutputTokens: number, price: Price | null): number | null {
  const input = Buffer.byteLength(text) + TOKENS_AROUND
  return costOf({ input, output: maxOutputTokens, cached: 0 }, price)
}
