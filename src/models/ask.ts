import { setTimeout as sleep } from 'node:timers/promises'
import { APICallError, type JSONSchema7, type LanguageModelV4GenerateResult } from '@ai-sdk/provider'
import { Refused, ToscanError, Unavailable } from '../errors.ts'
import { askedWaitMs } from '../evidence/retry-after.ts'
import { sharedNow } from '../evidence/shared-time.ts'
import type { Model } from './model-of.ts'
import type { Tokens } from './prices.ts'

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

/** Pays for requests: asked before one goes out, told what it really took. */
export type Purse = (
  request: string,
  maxOutputTokens: number,
) => Promise<'over_budget' | 'price_unknown' | Bill>

/** @param tokens null: an answer may have been made and never came, so what was set aside is spent. */
export type Bill = (tokens: Tokens | null) => Promise<void>

export interface Question<T> {
  system: string
  user: string
  schema: JSONSchema7
  /** Room for thinking included. */
  maxOutputTokens: number
  /** Null when the text is no answer. */
  read: (text: string) => T | null
}

export type Asked<T> = { answer: T; failure: null } | { answer: null; failure: ModelFailure }

const MAX_REQUESTS = 5
const MAX_RETRIES = 2
const FIRST_WAIT_MS = 500

/**
 * Asks once, and again where that can help: with the schema enforced, then with the schema in words; without a temperature where
 * that is refused; after a wait where the server is busy. An answer with text around it is cut free. Whatever goes wrong is a
 * result; only `signal` (the scan is over) rejects.
 * @param timeoutMs for all requests and waits together.
 */
export async function ask<T>(
  ctx: { model: Model; abilities: Abilities; purse: Purse },
  question: Question<T>,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<Asked<T>> {
  const until = performance.now() + timeoutMs
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  let inWords = !ctx.abilities.jsonSchema
  let retries = 0
  let failure: ModelFailure = 'nonsense'
  let schemaRefused = false
  let requests = 0
  while (requests < MAX_REQUESTS) {
    const bill = await ctx.purse(textOf(question), question.maxOutputTokens)
    if (typeof bill === 'string') return { answer: null, failure: bill }
    requests++
    const outcome = await request(ctx, question, inWords, deadline)
    await bill(outcome.tokens)
    signal.throwIfAborted()
    // Only now: the request may have been refused for something else than its schema.
    if (outcome.failure === null && schemaRefused) ctx.abilities.jsonSchema = false
    if (outcome.failure === null) return { answer: outcome.answer, failure: null }
    failure = outcome.failure
    if (outcome.next === 'give_up') break
    if (outcome.next === 'in_words') {
      if (inWords) break
      inWords = true
      schemaRefused = outcome.failure === 'rejected'
    }
    if (outcome.next === 'wait') {
      const waitMs = outcome.waitMs ?? FIRST_WAIT_MS * 2 ** retries
      if (++retries > MAX_RETRIES || performance.now() + waitMs >= until) break
      await sleep(waitMs, undefined, { signal })
    }
  }
  return { answer: null, failure }
}

/** All that a provider may count as input. */
function textOf({ system, user, schema }: Question<unknown>): string {
  return system + user + inWordsOf(schema)
}

/** The schema in words, for servers that do not enforce one. */
function inWordsOf(schema: JSONSchema7): string {
  return `The JSON object must follow this JSON schema:\n${JSON.stringify(schema)}`
}

type Next = 'give_up' | 'in_words' | 'again' | 'wait'

type Failed = {
  answer: null
  failure: ModelFailure
  next: Next
  waitMs?: number | null
  tokens: Tokens | null
}
type Outcome<T> = { answer: T; failure: null; tokens: Tokens } | Failed

const NOTHING_USED: Tokens = { input: 0, output: 0, cached: 0 }

async function request<T>(
  ctx: { model: Model; abilities: Abilities },
  { system, user, schema, maxOutputTokens, read }: Question<T>,
  inWords: boolean,
  deadline: AbortSignal,
): Promise<Outcome<T>> {
  try {
    const result = await ctx.model.doGenerate({
      prompt: [
        { role: 'system', content: inWords ? `${system}\n\n${inWordsOf(schema)}` : system },
        { role: 'user', content: [{ type: 'text', text: user }] },
      ],
      maxOutputTokens,
      ...(ctx.abilities.temperature && { temperature: 0 }),
      responseFormat: { type: 'json', ...(!inWords && { schema, name: 'answer' }) },
      abortSignal: deadline,
    })
    return readResult(result, read)
  } catch (error) {
    return failed(error, ctx.abilities, inWords)
  }
}

function readResult<T>(result: LanguageModelV4GenerateResult, read: (text: string) => T | null): Outcome<T> {
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
  const answer = read(text)
  if (answer !== null) return { answer, failure: null, tokens }
  if (reason === 'length') return { answer: null, failure: 'truncated', next: 'give_up', tokens }
  return { answer: null, failure: 'nonsense', next: 'in_words', tokens }
}

function failed(error: unknown, abilities: Abilities, inWords: boolean): Failed {
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
  const asked = askedWaitMs(error.responseHeaders?.['retry-after'], sharedNow().getTime())
  // The status was good and the body was not what the provider's interface promises.
  if (status >= 200 && status < 300) return no('nonsense', 'in_words')
  if (status === 429) return no('rate_limited', 'wait', NOTHING_USED, asked)
  if (status === 401 || status === 403) return no('unauthorized', 'give_up', NOTHING_USED)
  if (status >= 500 || status === 408)
    return no('unavailable', status === 501 ? 'in_words' : 'wait', NOTHING_USED, asked)
  if (status === 400 && abilities.temperature && /temperature/i.test(error.responseBody ?? '')) {
    abilities.temperature = false
    return no('rejected', 'again', NOTHING_USED)
  }
  if (!inWords && (status === 400 || status === 422)) {
    return no('rejected', 'in_words', NOTHING_USED)
  }
  return no('rejected', 'give_up', NOTHING_USED)
}

/** Where no connection stood, nothing was asked; a connection that broke may have been answered. */
function neverSent(error: ToscanError): boolean {
  return NEVER_CONNECTED.has(error.facts.reason) || error.message === 'ECONNREFUSED'
}

// biome-ignore format: a list
const NEVER_CONNECTED = new Set<unknown>(['dns_error', 'dns_unavailable', 'no_route', 'tls_error'])

/** The providers' packages wrap what our door rejects with. */
function toscanError(error: unknown): ToscanError | null {
  if (error instanceof ToscanError) return error
  return error instanceof Error && error.cause !== undefined ? toscanError(error.cause) : null
}
