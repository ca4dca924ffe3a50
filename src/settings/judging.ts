import { resolve } from 'node:path'
import { z } from 'zod'
import { httpProxy, integer, type Read, type Setting } from './setting.ts'

const modelName = z
  .string()
  .regex(
    /^(anthropic|openai|google|openai-compatible):.+$/,
    'must look like anthropic:<model>, openai:<model>, google:<model> or openai-compatible:<model>',
  )

const dollars = /^\d+(\.\d+)?$/

const modelPrices = z.string().transform((text, ctx) => {
  const prices: Record<string, { input: number; output: number; cached: number }> = {}
  for (const entry of text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)) {
    const at = entry.lastIndexOf('=')
    const [input, output, cached = input, ...rest] = entry.slice(at + 1).split('/')
    const amounts = [input, output, cached].filter((each) => each !== undefined && dollars.test(each))
    if (at <= 0 || amounts.length < 3 || rest.length > 0) {
      ctx.addIssue({
        code: 'custom',
        message: `"${entry}" must look like openai:<model>=0.25/2 or …=0.25/2/0.025`,
      })
      return z.NEVER
    }
    prices[entry.slice(0, at)] = { input: Number(input), output: Number(output), cached: Number(cached) }
  }
  return prices
})

/** What the rules are, and who reads beside them. */
export const judgingSettings = {
  TOSCAN_POLICY_DIR: {
    describe: "An operator's own policy pack beside the built-in one.",
    schema: z.string().min(1),
  },
  TOSCAN_LISTS_DIR: { describe: "An operator's host and hash lists.", schema: z.string().min(1) },
  TOSCAN_EMBEDDINGS_DIR: {
    describe:
      'Folder with an embedding model of sentences (model.onnx, tokenizer.json), heard beside the small classifier. Needs `npm run embeddings`. Unset: none.',
    schema: z.string().min(1),
  },
  TOSCAN_MODEL_DEEP: {
    describe: 'Model that reads deep scans beside the rules. Unset: the rules alone.',
    schema: modelName,
  },
  TOSCAN_MODEL_QUICK: {
    describe: 'Model that reads quick scans beside the rules. Unset: the rules alone.',
    schema: modelName,
  },
  TOSCAN_MODEL_BASE_URL: {
    describe:
      'Where the models are asked, e.g. http://gpu.lan:8000/v1. Unset: at the provider of their name.',
    schema: z
      .url({ protocol: /^https?$/ })
      .refine((url) => new URL(url).username === '' && new URL(url).password === '', {
        error: 'must not hold credentials; they belong in TOSCAN_MODEL_API_KEY',
      }),
  },
  TOSCAN_MODEL_PROXY: {
    describe:
      'HTTP forward proxy to the models, http://[user:password@]host:port. Unset: they are asked directly, whatever collection goes through.',
    schema: httpProxy,
    secret: true,
  },
  TOSCAN_MODEL_API_KEY: { describe: 'Key for the model provider.', schema: z.string().min(1), secret: true },
  TOSCAN_MODEL_TIMEOUT_SECONDS: {
    describe: 'For all that a model is asked about one profile; a quick scan takes a third of it.',
    schema: integer(1, 300),
    fallback: '60',
  },
  TOSCAN_MODEL_CACHE_DAYS: {
    describe:
      'Days for which the answer about unchanged evidence is remembered instead of paid again. 0: never.',
    schema: integer(0, 365),
    fallback: '30',
  },
  TOSCAN_MODEL_PRICES: {
    describe:
      'US dollars per million tokens, over the built-in list: <provider>:<model>=<input>/<output>[/<cached input>], comma-separated.',
    schema: modelPrices,
  },
} as const satisfies Record<string, Setting>

type JudgingRead = Read<typeof judgingSettings>

export interface JudgingConfig {
  policyDirs: string[]
  listsDir: string | undefined
  /** Where an embedding model lies. */
  embeddingsDir: string | undefined
  models: {
    deep: string | undefined
    quick: string | undefined
    baseUrl: string | undefined
    proxy: string | undefined
    apiKey: string | undefined
    timeoutMs: number
    cacheDays: number
    /** By model, US dollars per million tokens. */
    prices: Record<string, { input: number; output: number; cached: number }>
  }
}

export function toJudgingConfig(read: JudgingRead): JudgingConfig {
  return {
    policyDirs: read.TOSCAN_POLICY_DIR ? [resolve(read.TOSCAN_POLICY_DIR)] : [],
    listsDir: read.TOSCAN_LISTS_DIR ? resolve(read.TOSCAN_LISTS_DIR) : undefined,
    embeddingsDir: read.TOSCAN_EMBEDDINGS_DIR ? resolve(read.TOSCAN_EMBEDDINGS_DIR) : undefined,
    models: {
      deep: read.TOSCAN_MODEL_DEEP,
      quick: read.TOSCAN_MODEL_QUICK,
      baseUrl: read.TOSCAN_MODEL_BASE_URL,
      proxy: read.TOSCAN_MODEL_PROXY,
      apiKey: read.TOSCAN_MODEL_API_KEY,
      timeoutMs: read.TOSCAN_MODEL_TIMEOUT_SECONDS * 1000,
      cacheDays: read.TOSCAN_MODEL_CACHE_DAYS,
      prices: read.TOSCAN_MODEL_PRICES ?? {},
    },
  }
}

/** One address and one key serve both models, so both are of one provider. */
export function modelProblems(values: Readonly<Record<string, unknown>>): string[] {
  const named = ['TOSCAN_MODEL_DEEP', 'TOSCAN_MODEL_QUICK'].filter((name) => values[name] !== undefined)
  const [provider, other] = named.map((name) => String(values[name]).split(':')[0])
  const problems: string[] = []
  if (other !== undefined && other !== provider) {
    problems.push(
      'TOSCAN_MODEL_DEEP and TOSCAN_MODEL_QUICK must name one provider: they share address and key.',
    )
  }
  if (provider === 'openai-compatible' && values.TOSCAN_MODEL_BASE_URL === undefined) {
    problems.push(`TOSCAN_MODEL_BASE_URL is required with ${named[0]}=openai-compatible:…`)
  }
  if (
    provider !== undefined &&
    provider !== 'openai-compatible' &&
    values.TOSCAN_MODEL_API_KEY === undefined
  ) {
    problems.push(`TOSCAN_MODEL_API_KEY is required with ${named[0]}=${provider}:…`)
  }
  return problems
}
