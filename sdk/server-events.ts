export interface ServerEvent {
  event: string
  data: string
}

/**
 * Events of a stream (`text/event-stream`), until it ends, breaks, or nothing comes for `silenceMs`: to whoever reads on it is the same.
 * Fields that nobody here needs (`id`, `retry`) are left out.
 */
export async function* serverEvents(
  stream: ReadableStream<Uint8Array>,
  silenceMs: number,
): AsyncGenerator<ServerEvent, void, undefined> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const bytes = await next(reader, silenceMs)
      if (bytes === null) return
      text += decoder.decode(bytes, { stream: true })
      const blocks = text.split(/\r?\n\r?\n/)
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = readEvent(block)
        if (event) yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** Null at the end, whatever ended it. */
async function next(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  silenceMs: number,
): Promise<Uint8Array | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), silenceMs)
  })
  const read = reader.read().then(
    ({ done, value }) => (done ? null : value),
    () => null,
  )
  try {
    return await Promise.race([read, silence])
  } finally {
    clearTimeout(timer)
  }
}

/** Null for a comment, and for what has no data. */
function readEvent(block: string): ServerEvent | null {
  const fields = block.split(/\r?\n/).map((line) => /^(\w*):? ?(.*)$/s.exec(line) ?? [])
  const data = fields.filter(([, name]) => name === 'data').map(([, , value]) => value)
  const event = fields.findLast(([, name]) => name === 'event')?.[2] ?? 'message'
  return data.length === 0 ? null : { event, data: data.join('\n') }
}
