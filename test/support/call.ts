import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export interface Call {
  token?: string
  /** An object is sent as JSON; text and bytes go out as they are, as JSON unless `headers` say otherwise. */
  body?: unknown
  /** `undefined` leaves out a header that would be sent. */
  headers?: Record<string, string | undefined>
  /** An address of this machine to call from. */
  from?: string
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** The body as JSON; undefined when it is none. */
  json: unknown
}

const agent = new Agent({ keepAlive: true, maxSockets: 50 })

/** One request, its path untouched on the way (`fetch` would resolve dots and refuse some headers). */
export function send(baseUrl: string, method: string, path: string, call: Call = {}): Promise<Answer> {
  const bytes = toBytes(call.body)
  const headers = {
    ...(call.token !== undefined && { authorization: `Bearer ${call.token}` }),
    ...(bytes && { 'content-type': 'application/json', 'content-length': String(bytes.length) }),
    ...call.headers,
  }
  for (const [name, value] of Object.entries(headers))
    if (value === undefined) Reflect.deleteProperty(headers, name)
  const { hostname, port } = new URL(baseUrl)
  return new Promise((resolve, reject) => {
    const sent = request(
      { agent, hostname, port, method, path, headers, localAddress: call.from },
      async (response) => {
        try {
          const chunks: Buffer[] = []
          for await (const chunk of response) chunks.push(chunk)
          const text = Buffer.concat(chunks).toString('utf8')
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            json: parse(text),
          })
        } catch (error) {
          reject(error)
        }
      },
    )
    sent.on('error', reject)
    sent.end(bytes ?? undefined)
  })
}

function toBytes(body: unknown): Buffer | null {
  if (body === undefined) return null
  if (Buffer.isBuffer(body)) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
