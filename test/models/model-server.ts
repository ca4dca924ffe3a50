import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Loopback, serveHttp } from '../net/loopback.ts'

export type Protocol = 'openai-compatible' | 'openai' | 'anthropic' | 'google'

/** What a provider's package asked, read the way its server would. */
export interface ModelRequest {
  protocol: Protocol
  /** Everything that a model would read: system and user text. */
  prompt: string
  /** How the answer is to be shaped. */
  format: 'schema' | 'object' | 'none'
  temperature: unknown
  headers: Record<string, unknown>
  body: Record<string, unknown>
}

export type ModelReply =
  | { say: string; stop?: 'end' | 'length' | 'filter'; usage?: boolean }
  | { status: number; body?: string; headers?: Record<string, string> }
  | { speak: (response: ServerResponse) => void }

export interface ModelServer extends Loopback {
  /** First questions, about a whole profile. */
  requests: ModelRequest[]
  /** Second questions, about one passage each. */
  confirmations: ModelRequest[]
  /** What was said to either, in order of answering. */
  said: string[]
}

type Reply = (request: ModelRequest, index: number) => ModelReply
type Confirm = (request: ModelRequest) => ModelReply

const FITS: Confirm = () => ({ say: '{"fits":true}' })

/**
 * A server on loopback that speaks the interfaces of all four providers. `reply` is its model, and `confirm` how that reads a
 * passage a second time; left out, every passage fits.
 */
export async function startModelServer(reply: Reply, confirm: Confirm = FITS): Promise<ModelServer> {
  const requests: ModelRequest[] = []
  const confirmations: ModelRequest[] = []
  const said: string[] = []
  const server = await serveHttp(answerTo(reply, confirm, { requests, confirmations, said }))
  return { ...server, requests, confirmations, said }
}

/** What that server does with a request, for a server of another kind. */
export function answerTo(
  reply: Reply,
  confirm: Confirm = FITS,
  { requests, confirmations, said }: Pick<ModelServer, 'requests' | 'confirmations' | 'said'> = {
    requests: [],
    confirmations: [],
    said: [],
  },
): (incoming: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (incoming, response) => {
    const protocol = protocolOf(incoming.url ?? '')
    if (!protocol) {
      response.writeHead(404).end()
      return
    }
    const body: Record<string, unknown> = JSON.parse(await text(incoming))
    const request = read(protocol, body, { ...incoming.headers })
    const isSecond = request.prompt.includes('You check one quotation')
    ;(isSecond ? confirmations : requests).push(request)
    const answer = isSecond ? confirm(request) : reply(request, requests.length - 1)
    if ('speak' in answer) return answer.speak(response)
    if ('say' in answer) said.push(answer.say)
    const [status, content, headers] =
      'say' in answer
        ? [200, JSON.stringify(envelope(protocol, answer, body)), {}]
        : [answer.status, answer.body ?? errorBody(answer.status), answer.headers ?? {}]
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(content)
  }
}

/** Where each provider's package is told to ask. */
export function baseUrlOf(server: Loopback, protocol: Protocol): string {
  return `${server.origin}/${protocol === 'google' ? 'v1beta' : 'v1'}`
}

function protocolOf(path: string): Protocol | null {
  if (path.startsWith('/v1/chat/completions')) return 'openai-compatible'
  if (path.startsWith('/v1/responses')) return 'openai'
  if (path.startsWith('/v1/messages')) return 'anthropic'
  return /^\/v1beta\/models\/[^/]+:generateContent/.test(path) ? 'google' : null
}

function read(
  protocol: Protocol,
  body: Record<string, unknown>,
  headers: Record<string, unknown>,
): ModelRequest {
  const config = Object(body.generationConfig)
  const shape = {
    'openai-compatible': Object(body.response_format).type,
    openai: Object(Object(body.text).format).type,
    anthropic: (body.output_config ?? body.output_format ?? body.tool_choice) ? 'json_schema' : 'none',
    google: (config.responseJsonSchema ?? config.responseSchema) ? 'json_schema' : config.responseMimeType,
  }[protocol]
  return {
    protocol,
    prompt: strings([body.system, body.systemInstruction, body.messages, body.input, body.contents]).join(
      '\n',
    ),
    format: shape === 'json_schema' ? 'schema' : shape && shape !== 'none' ? 'object' : 'none',
    temperature: body.temperature ?? config.temperature,
    headers,
    body,
  }
}

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(strings) : []
}

function envelope(
  protocol: Protocol,
  { say, stop = 'end', usage = true }: { say: string; stop?: 'end' | 'length' | 'filter'; usage?: boolean },
  body: Record<string, unknown>,
): unknown {
  const counts = { input: 1200, output: 80, cached: 200 }
  if (protocol === 'openai-compatible')
    return {
      id: 'c1',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: say },
          finish_reason: { end: 'stop', length: 'length', filter: 'content_filter' }[stop],
        },
      ],
      ...(usage && {
        usage: {
          prompt_tokens: counts.input,
          completion_tokens: counts.output,
          total_tokens: counts.input + counts.output,
          prompt_tokens_details: { cached_tokens: counts.cached },
        },
      }),
    }
  if (protocol === 'openai')
    return {
      id: 'r1',
      object: 'response',
      created_at: 1,
      model: 'm',
      status: stop === 'end' ? 'completed' : 'incomplete',
      incomplete_details:
        stop === 'end' ? null : { reason: stop === 'length' ? 'max_output_tokens' : 'content_filter' },
      output: [
        {
          id: 'o1',
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: say, annotations: [] }],
        },
      ],
      usage: {
        input_tokens: counts.input,
        input_tokens_details: { cached_tokens: counts.cached },
        output_tokens: counts.output,
        output_tokens_details: { reasoning_tokens: 0 },
      },
    }
  if (protocol === 'anthropic') {
    const tool = Array.isArray(body.tools) ? Object(body.tools[0]).name : undefined
    return {
      id: 'm1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [
        tool
          ? { type: 'tool_use', id: 't1', name: tool, input: JSON.parse(say) }
          : { type: 'text', text: say },
      ],
      stop_reason: { end: tool ? 'tool_use' : 'end_turn', length: 'max_tokens', filter: 'refusal' }[stop],
      stop_sequence: null,
      usage: {
        input_tokens: counts.input - counts.cached,
        output_tokens: counts.output,
        cache_read_input_tokens: counts.cached,
        cache_creation_input_tokens: 0,
      },
    }
  }
  return {
    candidates: [
      {
        content: { role: 'model', parts: [{ text: say }] },
        finishReason: { end: 'STOP', length: 'MAX_TOKENS', filter: 'SAFETY' }[stop],
        index: 0,
      },
    ],
    usageMetadata: {
      promptTokenCount: counts.input,
      candidatesTokenCount: counts.output,
      totalTokenCount: counts.input + counts.output,
      cachedContentTokenCount: counts.cached,
    },
  }
}

/** Each provider's error is an object named `error`. */
function errorBody(status: number): string {
  return JSON.stringify({
    type: 'error',
    error: { type: 'api_error', code: status, message: `status ${status}`, status: 'ERROR' },
  })
}
