import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export interface TextReader {
  /** Words in a picture, `''` where there are none that can be read; null when it took too long or could not be read. */
  readText(bytes: Uint8Array): Promise<string | null>
  close(): Promise<void>
}

/** What we use of tesseract.js 7, which is not there when this is compiled. */
interface Tesseract {
  createWorker(
    language: string,
    engine: number,
    options: { langPath: string; cacheMethod: 'none'; gzip: true; errorHandler: (error: unknown) => void },
  ): Promise<TesseractWorker>
}
interface TesseractWorker {
  recognize(picture: Buffer): Promise<{ data: { text: string; confidence: number } }>
  terminate(): Promise<unknown>
}

/** `OEM.LSTM_ONLY`: the only engine that the small language file holds. */
const LSTM = 1
/** Below this it reads words into curtains and leaves. 0 to 100, as tesseract states it. */
const MIN_CONFIDENCE = 60
const MAX_CHARACTERS = 2000
const READ_MS = 8000

/**
 * Reads words in pictures with tesseract.js, where `npm run pictures:text` has installed it in `folder`; null where it has
 * not. English letters, so Latin script at best. One picture at a time, in a thread that tesseract starts and that is
 * given up when a picture takes longer than `readMs`.
 */
export function createTextReader(folder: string, { readMs = READ_MS } = {}): TextReader | null {
  const modules = join(folder, 'node_modules')
  if (!existsSync(join(modules, 'tesseract.js', 'package.json'))) return null
  const langPath = join(modules, '@tesseract.js-data', 'eng', '4.0.0_best_int')
  let worker: Promise<TesseractWorker> | null = null
  let last: Promise<unknown> = Promise.resolve()

  const start = async (): Promise<TesseractWorker> => {
    const entry = createRequire(join(folder, 'package.json')).resolve('tesseract.js')
    const tesseract: { default: Tesseract } = await import(pathToFileURL(entry).href)
    return tesseract.default.createWorker('eng', LSTM, {
      langPath,
      cacheMethod: 'none',
      gzip: true,
      errorHandler: () => {},
    })
  }
  const giveUp = async () => {
    const lost = worker
    worker = null
    await (await lost?.catch(() => null))?.terminate()
  }
  const read = async (bytes: Uint8Array): Promise<string | null> => {
    worker ??= start()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), readMs)
    })
    const reading = worker.then((ready) => ready.recognize(Buffer.from(bytes)))
    try {
      const result = await Promise.race([reading, late])
      if (result === null) {
        reading.catch(() => {})
        await giveUp()
        return null
      }
      const { text, confidence } = result.data
      return confidence < MIN_CONFIDENCE ? '' : text.trim().slice(0, MAX_CHARACTERS)
    } catch {
      await giveUp()
      return null
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    readText(bytes) {
      const reading = last.then(() => read(bytes))
      last = reading
      return reading
    },
    close: giveUp,
  }
}
