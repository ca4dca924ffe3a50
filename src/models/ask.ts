import { setTimeout as sleep } from 'node:timers/promises'
import { APICallError, type LanguageModelV4, type LanguageModelV4GenerateResult } from '@ai-sdk/provider'
import { Refused, ToscanError, Unavailable } from '../errors.ts'
import { findingsSchema, type ModelAnswer, readAnswer } from './findings-schema.ts'
import type { Tokens } from './prices.ts'
import { schemaInWords } from './prompt.ts'

/** Why there is no opinion. Recorded in the report as it is. */
export type ModelFailure =
  | 'timeout'
  | 'rate_limited'
  | 'unavailable'
  | 'unauthorized'
  | 'rejected'
  | 'refused'
  | 'truncated'
  | 'nonsense'
  | 'blocked_address'
  | 'nothing_to_read'
  | 'over_budget'
  | 'price_unknown'

/** What a server has been found not to take; kept for the life of the process, so that it is found out once. */
export interface Abilities {
  jsonSchema: boolean
  temperature: boolean
}

/** Pays for one request: asked before it goes out, told what it really took. */
export interface Purse {
  /** @param most bytes of the request. Gives why it may not go out, or null. */
  open(request: string): Promise<'over_budget' | 'price_unknown' | null>
  /** @param tokens null: an answer may have been made and never came, so what was reserved is spent. */
  close(tokens: Tokens | null): Promise<void>
}

export interface Question {
  system: string
  user: string
  codes: readonly string[]
}

export type Asked =
  | { answer: ModelAnswer; failure: null; requests: number }
  | { answer: null; failure: ModelFailure; requests: number }

export const MAX_OUTPUT_TOKENS = 8000
const MAX_REQUESTS = 5
const MAX_RETRIES = 2
const FIRST_WAIT_MS = 500

/**
 * Asks once, and again where that can help: with the schema enforced, then with the schema in words; without a temperature where
 * that is refused; after a wait where the server is busy. An answer with text around it is cut free. Whatever goes wrong is a
 * result; only `signal` (the scan is over) rejects.
 * @param timeoutMs for all requests and waits together.
 */
export async function ask(
  ctx: { model: LanguageModelV4; abilities: Abilities; purse: Purse },
  question: Question,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<Asked> {
  const until = performance.now() + timeoutMs
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  let inWords = !ctx.abilities.jsonSchema
  let retries = 0
  let failure: ModelFailure = 'nonsense'
  let requests = 0
  while (requests < MAX_REQUESTS) {
    const refusal = await ctx.purse.open(textOf(question))
    if (refusal) return { answer: null, failure: refusal, requests }
    requests++
    const outcome = await request(ctx, question, inWords, deadline)
    await ctx.purse.close(outcome.tokens)
    signal.throwIfAborted()
    if (outcome.answer) return { answer: outcome.answer, failure: null, requests }
    failure = outcome.failure
    if (outcome.next === 'give_up') break
    if (outcome.next === 'in_words') {
      if (inWords) break
      inWords = true
    }
    if (outcome.next === 'wait') {
      const waitMs = outcome.waitMs ?? FIRST_WAIT_MS * 2 ** retries
      if (++retries > MAX_RETRIES || performance.now() + waitMs >= until) break
      await sleep(waitMs, undefined, { signal })
    }
  }
  return { answer: null, failure, requests }
}

/** All that a provider may count as input. */
function textOf({ system, user, codes }: Question): string {
  return system + user + schemaInWords(codes)
}

type Next = 'give_up' | 'in_words' | 'again' | 'wait'

type Outcome =
  | { answer: ModelAnswer; tokens: Tokens }
  | { answer: null; failure: ModelFailure; next: Next; waitMs?: number | null; tokens: Tokens | null }

const NOTHING_USED: Tokens = { input: 0, output: 0, cached: 0 }

async function request(
  ctx: { model: LanguageModelV4; abilities: Abilities },
  { system, user, codes }: Question,
  inWords: boolean,
  deadline: AbortSignal,
): Promise<Outcome> {
  const system_ = inWords ? `${system}\n\n${schemaInWords(codes)}` : system
  const schema = inWords ? undefined : findingsSchema(codes)
  try {
    const result = await ctx.model.doGenerate({
      prompt: [
        { role: 'system', content: system_ },
        { role: 'user', content: [{ type: 'text', text: user }] },
      ],
      maxOutputTokens: MAX_OUTPUT_TOKENS,
      ...(ctx.abilities.temperature && { temperature: 0 }),
      responseFormat: { type: 'json', ...(schema && { schema, name: 'findings' }) },
      abortSignal: deadline,
    })
    return read(result)
  } catch (error) {
    return failed(error, ctx.abilities, inWords)
  }
}

function read(result: LanguageModelV4GenerateResult): Outcome {
  const tokens = {
    input: result.usage.inputTokens.total ?? null,
    output: result.usage.outputTokens.total ?? null,
    cached: result.usage.inputTokens.cacheRead ?? null,
  }
  const text =
    result.structuredOutputText ??
    result.content.map((part) => (part.type === 'text' ? part.text : '')).join('')
  const reason = result.finishReason.unified
  if (reason === 'content-filter') return { answer: null, failure: 'refused', next: 'give_up', tokens }
  const answer = readAnswer(text)
  if (answer) return { answer, tokens }
  if (reason === 'length') return { answer: null, failure: 'truncated', next: 'give_up', tokens }
  return { answer: null, failure: 'nonsense', next: 'in_words', tokens }
}

function failed(error: unknown, abilities: Abilities, inWords: boolean): Outcome {
  const no = (
    failure: ModelFailure,
    next: Next,
    tokens: Tokens | null = null,
    waitMs: number | null = null,
  ) => ({ answer: null, failure, next, tokens, waitMs }) as const
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError'))
    return no('timeout', 'give_up')
  const own = toscanError(error)
  if (own instanceof Refused) return no('blocked_address', 'give_up', NOTHING_USED)
  if (own instanceof Unavailable && own.facts.reason === 'protocol_error') return no('nonsense', 'give_up')
  if (own instanceof Unavailable) return no('unavailable', 'wait', neverSent(own) ? NOTHING_USED : null)
  if (!APICallError.isInstance(error)) return no('nonsense', 'in_words')
  const status = error.statusCode ?? 0
  // The status was good and the body was not what the provider's interface promises.
  if (status >= 200 && status < 300) return no('nonsense', 'in_words')
  if (status === 429) return no('rate_limited', 'wait', NOTHING_USED, retryAfter(error.responseHeaders))
  if (status === 401 || status === 403) return no('unauthorized', 'give_up', NOTHING_USED)
  if (status >= 500 || status === 408)
    return no(
      'unavailable',
      status === 501 ? 'in_words' : 'wait',
      NOTHING_USED,
      retryAfter(error.responseHeaders),
    )
  if (status === 400 && abilities.temperature && /temperature/i.test(error.responseBody ?? '')) {
    abilities.temperature = false
    return no('rejected', 'again', NOTHING_USED)
  }
  if (!inWords && (status === 400 || status === 422)) {
    abilities.jsonSchema = false
    return no('rejected', 'in_words', NOTHING_USED)
  }
  return no('rejected', 'give_up', NOTHING_USED)
}

/** Where no connection stood, nothing was asked; a connection that broke may have been answered. */
function neverSent(error: ToscanError): boolean {
  return (
    error.facts.reason === 'dns_error' ||
    error.facts.reason === 'tls_error' ||
    error.message === 'ECONNREFUSED'
  )
}

/** The providers' packages wrap what our door rejects with. */
function toscanError(error: unknown): ToscanError | null {
  if (error instanceof ToscanError) return error
  return error instanceof Error && error.cause !== undefined ? toscanError(error.cause) : null
}

/** Milliseconds that the server asks us to stay away, as seconds or as a date. */
function retryAfter(headers: Record<string, string> | undefined): number | null {
  const value = headers?.['retry-after']?.trim()
  if (!value) return null
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now())
}
