import { Worker } from 'node:worker_threads'
import type { PictureReading, ReadPicture } from '../evidence/picture.ts'
import { pictureSize } from './picture-size.ts'
import type { PictureFacts } from './picture-worker.ts'
import type { TextReader } from './text-reader.ts'

export interface PictureReader {
  readPicture: ReadPicture
  close(): Promise<void>
}

/** What is decoded at most: four bytes for each pixel, in memory that no limit on the worker's heap sees. */
const MAX_PIXELS = 8_000_000
const MAX_CODE_CHARACTERS = 2048
/** Pixels; avatars of 48 show no words that anybody could read. */
const MIN_WORDS = 96

/**
 * Reads pictures in a thread of its own, one picture at a time. A picture that states too many pixels is not
 * decoded at all; one that takes longer than `killMs` costs its thread and nothing else. The thread starts with the first
 * picture. Words are looked for by `text`, in pictures large enough to hold any.
 */
export function createPictureReader({
  killMs = 5000,
  text = null,
}: {
  killMs?: number
  text?: TextReader | null
} = {}): PictureReader {
  let thread: Thread | null = null
  let last: Promise<unknown> = Promise.resolve()
  let closed = false

  async function decode(bytes: Uint8Array, mayHoldWords: boolean): Promise<PictureReading> {
    if (closed) return { ok: false, reason: 'timeout' }
    thread ??= startThread(killMs)
    const { lost, facts } = await thread.read(bytes)
    if (lost) {
      thread = null
      return { ok: false, reason: 'timeout' }
    }
    if (facts === null) return { ok: false, reason: 'unreadable' }
    const codes = new Set(facts.codes.map((code) => code.slice(0, MAX_CODE_CHARACTERS)))
    // Only of what the other decoder has read: it has refused the pictures that are made to harm.
    const words = text !== null && mayHoldWords ? await text.readText(bytes) : null
    return { ok: true, codes: [...codes].sort(), words, hash: facts.hash }
  }

  return {
    async readPicture(bytes) {
      const size = pictureSize(bytes)
      if (size === null) return { ok: false, reason: 'not_a_picture' }
      if (size.width * size.height > MAX_PIXELS) return { ok: false, reason: 'too_large' }
      const mayHoldWords = size.width >= MIN_WORDS && size.height >= MIN_WORDS / 2
      const reading = last.then(() => decode(bytes, mayHoldWords))
      last = reading
      return reading
    },
    async close() {
      closed = true
      await Promise.all([thread?.stop(), text?.close()])
    },
  }
}

interface Thread {
  read(bytes: Uint8Array): Promise<{ lost: boolean; facts: PictureFacts | null }>
  stop(): Promise<unknown>
}

function startThread(killMs: number): Thread {
  const worker = new Worker(new URL('./picture-worker.ts', import.meta.url), {
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  })
  worker.unref()
  let isLost = false
  let finish: (result: { lost: boolean; facts: PictureFacts | null }) => void = () => {}
  const ready = new Promise<void>((resolve) => worker.once('message', () => resolve()))
  const lose = () => {
    isLost = true
    finish({ lost: true, facts: null })
  }
  worker.on('message', (message) => {
    if (message !== 'ready') finish({ lost: false, facts: message })
  })
  worker.on('error', lose)
  worker.on('exit', lose)
  return {
    stop: () => worker.terminate(),
    async read(bytes) {
      if (isLost) return { lost: true, facts: null }
      worker.ref()
      const result = new Promise<{ lost: boolean; facts: PictureFacts | null }>((resolve) => {
        finish = resolve
      })
      // Starting takes longer than most pictures: their time begins when they are handed over.
      await Promise.race([ready, result])
      const timer = setTimeout(() => worker.terminate(), killMs)
      worker.postMessage(bytes)
      try {
        return await result
      } finally {
        clearTimeout(timer)
        worker.unref()
      }
    },
  }
}
