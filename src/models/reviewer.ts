import { createHash, randomBytes } from 'node:crypto'
import type { Evidence } from '../evidence/evidence.ts'
import type { PolicyPack } from '../policy/pack/pack-schema.ts'
import { type Abilities, ask, type ModelFailure, type Purse, type Question } from './ask.ts'
import { confirmPassages } from './confirm-passages.ts'
import { findingsSchema, readAnswer } from './findings-schema.ts'
import type { Model } from './model-of.ts'
import type { Consultation, ModelUsage, Opinion } from './opinion.ts'
import { costOf, mostItCanCost, type Price, type Tokens } from './prices.ts'
import { fence, type Prompt, renderPrompt } from './prompt.ts'
import { PROMPT_VERSION } from './prompt-version.ts'
import { type ShownEvidence, selectEvidence } from './select-evidence.ts'
import { takeOutOrders } from './take-out-orders.ts'
import { verifyAnswer } from './verify-answer.ts'

/** Opinions that were paid for already, under the hash of what was asked. */
export interface OpinionMemory {
  recall(key: string): Promise<Opinion | null>
  keep(key: string, opinion: Opinion): Promise<void>
}

/** What organizations may spend in a day. */
export interface Ledger {
  /** Sets `usd` aside; null: the most is not known. Gives a receipt, or why not. */
  reserve(orgId: string, usd: number | null): Promise<Receipt | 'over_budget' | 'price_unknown'>
  settle(receipt: Receipt, usd: number): Promise<void>
}

export interface Receipt {
  orgId: string
  day: string
  reserved: number
}

export interface ReviewerOptions {
  /** As configured: `anthropic:<model>` and the like. */
  id: string
  model: Model
  /** Of all requests and waits for one profile. */
  timeoutMs: number
  price: Price | null
  memory: OpinionMemory | null
  ledger: Ledger | null
  onConsulted?: (consultation: Consultation) => void
}

export interface Case {
  pack: PolicyPack
  /** Platform id of the submitted profile. */
  platform: string | null
  mode: 'deep' | 'quick'
  evidence: readonly Evidence[]
  /** Null for a scan that no organization owns. */
  orgId: string | null
}

/** Asks one model about one profile. Rejects only when `signal` ends the scan, or our own database fails. */
export interface Reviewer {
  consult(profile: Case, signal: AbortSignal): Promise<Consultation>
}

export function createReviewer(options: ReviewerOptions): Reviewer {
  const abilities: Abilities = { jsonSchema: true, temperature: true }
  const { memory, ledger, price } = options

  async function consult(profile: Case, signal: AbortSignal): Promise<Consultation> {
    const shown = takeOutOrders(selectEvidence(profile.evidence, profile.mode), profile.pack)
    if (shown.length === 0) return consultation(null, 'nothing_to_read', { ...UNUSED, remembered: false })
    const prompt = renderPrompt(profile.pack, profile.platform, shown)
    const key = keyOf(options.id, profile.pack.version, prompt, shown)
    const known = (await memory?.recall(key)) ?? null
    if (known) return consultation(known, null, { ...UNUSED, remembered: true })
    const account = openAccount(ledger, profile.orgId, price)
    const until = performance.now() + options.timeoutMs
    const put = <T>(question: Question<T>) =>
      ask({ model: options.model, abilities, purse: account.purse }, question, {
        timeoutMs: Math.max(1, Math.ceil(until - performance.now())),
        signal,
      })

    const first = await put({
      system: prompt.system,
      user: fence(prompt.evidence, token()),
      schema: findingsSchema(prompt.codes.map(({ id }) => id)),
      maxOutputTokens: 8000,
      read: readAnswer,
    })
    if (first.answer === null) return consultation(null, first.failure, account.usage())
    const located = verifyAnswer(first.answer, shown, prompt.codes)
    const opinion = await confirmPassages(located, { ...profile, shown, codes: prompt.codes }, put, token)
    if (typeof opinion === 'string') return consultation(null, opinion, account.usage())
    await memory?.keep(key, opinion)
    return consultation(opinion, null, account.usage())
  }

  function consultation(
    opinion: Opinion | null,
    failure: ModelFailure | null,
    usage: ModelUsage,
  ): Consultation {
    return { model: options.id, promptVersion: PROMPT_VERSION, opinion, failure, usage }
  }

  return {
    async consult(profile, signal) {
      const result = await consult(profile, signal)
      options.onConsulted?.(result)
      return result
    },
  }
}

const UNUSED: Omit<ModelUsage, 'remembered'> = {
  requests: 0,
  input_tokens: 0,
  output_tokens: 0,
  cached_tokens: 0,
  cost_usd: 0,
}

/** What a page cannot have known when it was written. */
function token(): string {
  return randomBytes(12).toString('hex')
}

/** All that can change what a model answers or where its quotes stand, and nothing random. */
function keyOf(
  model: string,
  policyVersion: string,
  { system, evidence }: Prompt,
  shown: readonly ShownEvidence[],
): string {
  const places = shown.map((each) => [
    each.texts.map(({ textIndex, takenOut = [] }) => [
      textIndex,
      takenOut.map(({ start, end }) => each.evidence.texts[textIndex]?.text.slice(start, end)),
    ]),
    each.links.map((url) => each.evidence.links.findIndex((link) => link.url === url)),
  ])
  return createHash('sha256')
    .update(JSON.stringify([model, PROMPT_VERSION, policyVersion, system, evidence, places]))
    .digest('hex')
}

/** Counts what the requests for one profile take, and has each paid before it goes out. */
function openAccount(ledger: Ledger | null, orgId: string | null, price: Price | null) {
  const used: (Tokens | null)[] = []
  const purse: Purse = async (request, maxOutputTokens) => {
    const reserved =
      ledger && orgId !== null
        ? await ledger.reserve(orgId, mostItCanCost(request, maxOutputTokens, price))
        : null
    if (typeof reserved === 'string') return reserved
    return async (tokens) => {
      used.push(tokens)
      const cost = tokens === null ? null : costOf(tokens, price)
      if (ledger && reserved && cost !== null) await ledger.settle(reserved, cost)
    }
  }
  const sum = (name: keyof Tokens) =>
    used.reduce<number | null>(
      (total, tokens) => (total === null || tokens?.[name] == null ? null : total + tokens[name]),
      0,
    )
  const usage = (): ModelUsage => {
    const tokens = { input: sum('input'), output: sum('output'), cached: sum('cached') }
    return {
      requests: used.length,
      input_tokens: tokens.input,
      output_tokens: tokens.output,
      cached_tokens: tokens.cached,
      cost_usd: used.length === 0 ? 0 : costOf(tokens, price),
      remembered: false,
    }
  }
  return { purse, usage }
}
