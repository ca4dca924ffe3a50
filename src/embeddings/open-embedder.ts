import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { InvalidInput } from '../errors.ts'

export interface Embedder {
  /** Where a text lies: a point one away from the origin, or the origin where the model says nothing of it. */
  embed(text: string): Promise<Float32Array>
  close(): Promise<void>
}

export interface EmbedderFolders {
  /** `model.onnx` and `tokenizer.json`, as an operator brought them. */
  model: string
  /** Where `npm run embeddings` installs what runs them. */
  extra: string
}

/** What we use of onnxruntime-node 1 and of @huggingface/tokenizers 0.2, which are not there when this is compiled. */
interface OnnxRuntime {
  InferenceSession: {
    create(path: string, options: Record<string, unknown>): Promise<Session>
  }
  Tensor: new (type: 'int64', values: BigInt64Array, sizes: readonly number[]) => unknown
}
interface Session {
  inputNames: readonly string[]
  outputNames: readonly string[]
  run(given: Record<string, unknown>, wanted: readonly string[]): Promise<Record<string, Output>>
  release(): Promise<void>
}
interface Output {
  dims: readonly number[]
  data: ArrayLike<number>
}
type Tokenizers = new (file: unknown, config: unknown) => Tokenizer
interface Tokenizer {
  encode(
    text: string,
    options: { return_token_type_ids: true },
  ): { ids: number[]; attention_mask: number[]; token_type_ids: number[] }
}

/** Most models of sentences were taught on no longer ones, and passages have 800 letters at most. */
const MOST_TOKENS = 128
/** In this order: a model may bring its own sentence, else its words are averaged. */
const OUTPUTS = ['sentence_embedding', 'last_hidden_state', 'token_embeddings']
const INPUTS = ['input_ids', 'attention_mask', 'token_type_ids']
/** One thread, one text at a time: the same text gives the same point, whatever stands beside it. */
const SAME_EACH_TIME = {
  executionProviders: ['cpu'],
  executionMode: 'sequential',
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  logSeverityLevel: 3,
}

/**
 * Runs an embedding model of sentences: tokens in, the mean of its words out.
 * @throws InvalidInput when something is missing or is no such model, with what to do.
 */
export async function openEmbedder(folders: EmbedderFolders): Promise<Embedder> {
  checkEmbedder(folders)
  const { runtime, Tokenizers } = loadExtra(folders.extra)
  const { session, tokenizer } = await openModel(folders.model, runtime, Tokenizers)
  const unknown = session.inputNames.filter((name) => !INPUTS.includes(name))
  if (unknown.length > 0 || !session.inputNames.includes('input_ids'))
    throw cannotRun(folders.model, `it asks for ${session.inputNames.join(', ')}`)
  const output = OUTPUTS.find((name) => session.outputNames.includes(name)) ?? session.outputNames[0] ?? ''

  const embedder: Embedder = {
    async embed(text) {
      const encoded = tokenizer.encode(text, { return_token_type_ids: true })
      const given: Record<string, readonly number[]> = {
        input_ids: shortened(encoded.ids),
        attention_mask: shortened(encoded.attention_mask),
        token_type_ids: shortened(encoded.token_type_ids),
      }
      const tensors = session.inputNames.map((name) => {
        const values = given[name] ?? []
        return [name, new runtime.Tensor('int64', BigInt64Array.from(values, BigInt), [1, values.length])]
      })
      const outputs = await session.run(Object.fromEntries(tensors), [output])
      return pointOf(outputs[output])
    },
    close: () => session.release(),
  }
  try {
    await embedder.embed('hello')
  } catch (cause) {
    throw cannotRun(folders.model, messageOf(cause), cause)
  }
  return embedder
}

/**
 * Whether everything is there; opens nothing.
 * @throws InvalidInput naming what is missing.
 */
export function checkEmbedder({ model, extra }: EmbedderFolders): void {
  for (const file of ['model.onnx', 'tokenizer.json'])
    if (!existsSync(join(model, file)))
      throw new InvalidInput(`TOSCAN_EMBEDDINGS_DIR: ${model} holds no ${file}.`)
  for (const name of ['onnxruntime-node', '@huggingface/tokenizers'])
    if (!existsSync(join(extra, 'node_modules', name, 'package.json')))
      throw new InvalidInput(
        'TOSCAN_EMBEDDINGS_DIR is set, and what runs its model is not installed. Install it with: npm run embeddings',
      )
}

function loadExtra(extra: string): { runtime: OnnxRuntime; Tokenizers: Tokenizers } {
  const load = createRequire(join(extra, 'package.json'))
  const runtime: OnnxRuntime = load('onnxruntime-node')
  const { Tokenizer }: { Tokenizer: Tokenizers } = load('@huggingface/tokenizers')
  return { runtime, Tokenizers: Tokenizer }
}

async function openModel(folder: string, { InferenceSession }: OnnxRuntime, Tokenizers: Tokenizers) {
  try {
    const config = join(folder, 'tokenizer_config.json')
    return {
      tokenizer: new Tokenizers(
        readJson(join(folder, 'tokenizer.json')),
        existsSync(config) ? readJson(config) : {},
      ),
      session: await InferenceSession.create(join(folder, 'model.onnx'), SAME_EACH_TIME),
    }
  } catch (cause) {
    throw cannotRun(folder, messageOf(cause), cause)
  }
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}

function cannotRun(folder: string, reason: string, cause?: unknown): InvalidInput {
  return new InvalidInput(`TOSCAN_EMBEDDINGS_DIR: the model in ${folder} cannot be run: ${reason}`, { cause })
}

function messageOf(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).trim()
}

/** The last token ends the sentence. */
function shortened(tokens: readonly number[]): readonly number[] {
  return tokens.length <= MOST_TOKENS ? tokens : [...tokens.slice(0, MOST_TOKENS - 1), tokens.at(-1) ?? 0]
}

/** The mean of the words, each of which counts, for no text stands beside a longer one. */
function pointOf(output: Output | undefined): Float32Array {
  const size = output?.dims.at(-1) ?? 0
  const sum = new Float64Array(size)
  for (let i = 0; output && i < output.data.length; i++) {
    const at = i % size
    sum[at] = (sum[at] ?? 0) + (output.data[i] ?? 0)
  }
  const length = Math.hypot(...sum)
  return Float32Array.from(sum, (value) => (length > 0 && Number.isFinite(length) ? value / length : 0))
}
