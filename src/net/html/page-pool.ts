import { Worker } from 'node:worker_threads'
import { emptyPage, type ParsedPage } from '../../evidence/page.ts'
import { NOTHING_CARRIED } from '../../evidence/piece.ts'
import { decodeText } from './bytes/charset.ts'
import { type ParsedJson, readJson } from './bytes/read-json.ts'
import { parseHtml } from './parse-html.ts'
import type { Parsed, ParseJob } from './parse-worker.ts'

export interface PagePool {
  /** Parses a page; large ones in a worker, which takes the bytes away. Never rejects. */
  parse(bytes: Buffer, contentType: string, baseUrl: string): Promise<ParsedPage>
  /** Parses JSON in the same way; `json` is `undefined` where it could not be. Never rejects. */
  parseJson(bytes: Buffer, contentType: string): Promise<ParsedJson>
  close(): Promise<void>
}

export interface PagePoolOptions {
  /** Workers at most; they start when needed. Default 2. */
  size?: number
  /** Pages up to this size are parsed at once in this thread: handing over costs a sixth of reading 100 KB. Default 128 KiB. */
  inlineBytes?: number
  /** Time for one page before its worker is killed. Default 3,000. */
  killMs?: number
}

interface Task {
  job: ParseJob
  /** Null when the worker was lost. */
  done: (parsed: Parsed | null) => void
}

/**
 * Keeps hostile pages off the event loop: whatever a page does to the parser, it costs one worker for `killMs`, and the
 * result is an empty page marked truncated.
 */
export function createPagePool({
  size = 2,
  inlineBytes = 128 * 1024,
  killMs = 3000,
}: PagePoolOptions = {}): PagePool {
  const waiting: Task[] = []
  const idle: PageWorker[] = []
  const all = new Set<PageWorker>()
  let closed = false

  function pump(): void {
    while (waiting.length > 0 && (idle.length > 0 || all.size < size)) {
      const task = waiting.shift()
      if (task) run(idle.pop() ?? start(), task)
    }
  }

  function start(): PageWorker {
    const worker = new PageWorker(killMs)
    all.add(worker)
    return worker
  }

  async function run(worker: PageWorker, task: Task): Promise<void> {
    const parsed = await worker.parse(task.job)
    if (parsed === null || closed) all.delete(worker)
    else idle.push(worker)
    task.done(parsed)
    pump()
  }

  /** What a worker makes of it; null when it was lost. */
  function handOver(job: Omit<ParseJob, 'bytes'>, bytes: Buffer): Promise<Parsed | null> {
    if (closed) return Promise.resolve(null)
    // A small Buffer may share its memory with others; what is handed over must be the page's alone.
    const own =
      bytes.byteLength === bytes.buffer.byteLength ? new Uint8Array(bytes.buffer) : new Uint8Array(bytes)
    return new Promise((done) => {
      waiting.push({ job: { ...job, bytes: own }, done })
      pump()
    })
  }

  return {
    async parse(bytes, contentType, baseUrl) {
      if (bytes.length <= inlineBytes) return parseHtml(decodeText(bytes, contentType), baseUrl)
      const parsed = await handOver({ kind: 'html', contentType, baseUrl }, bytes)
      return parsed !== null && 'page' in parsed ? parsed.page : emptyPage()
    },
    async parseJson(bytes, contentType) {
      if (bytes.length <= inlineBytes) return readJson(decodeText(bytes, contentType))
      const parsed = await handOver({ kind: 'json', contentType, baseUrl: '' }, bytes)
      return parsed !== null && 'json' in parsed ? parsed.json : NO_JSON
    },
    async close() {
      closed = true
      for (const task of waiting.splice(0)) task.done(null)
      await Promise.all([...all].map((worker) => worker.stop()))
    },
  }
}

/** A body that a worker was lost over: of it nothing is known. */
const NO_JSON: ParsedJson = { json: undefined, carries: NOTHING_CARRIED }

/** One thread and the page it is at. After a kill it is never used again. */
class PageWorker {
  readonly #thread: Worker
  readonly #killMs: number
  #lost = false
  readonly #ready: Promise<void>
  #finish: (parsed: Parsed | null) => void = () => {}
  #timer: NodeJS.Timeout | undefined

  constructor(killMs: number) {
    this.#killMs = killMs
    this.#thread = new Worker(new URL('./parse-worker.ts', import.meta.url), {
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    })
    this.#thread.unref()
    this.#ready = new Promise((resolve) => this.#thread.once('message', () => resolve()))
    this.#thread.on('message', (message) => {
      if (message !== 'ready') this.#end(message)
    })
    this.#thread.on('error', () => this.#end(null))
    this.#thread.on('exit', () => {
      this.#lost = true
      this.#end(null)
    })
  }

  /** What it was parsed into, or null when the worker is lost. */
  parse(job: ParseJob): Promise<Parsed | null> {
    return new Promise((resolve) => {
      if (this.#lost) return resolve(null)
      this.#finish = resolve
      this.#thread.ref()
      // Starting a thread takes longer than most pages; the page's time begins when it is handed over.
      this.#ready.then(() => {
        this.#timer = setTimeout(() => this.stop(), this.#killMs)
        this.#thread.postMessage(job, [job.bytes.buffer as ArrayBuffer])
      })
    })
  }

  async stop(): Promise<void> {
    await this.#thread.terminate()
    this.#end(null)
  }

  #end(parsed: Parsed | null): void {
    clearTimeout(this.#timer)
    this.#thread.unref()
    this.#finish(parsed)
  }
}
