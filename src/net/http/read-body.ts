import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import type { EndSignal } from '../guard/deadline.ts'
import { joined, joinedAlone, type WireBody } from '../guard/exchange.ts'
import { failureOf, isOfDecoder, netError } from '../guard/failure.ts'
import { hasControls } from '../html/bytes/has-controls.ts'

export interface BodyLimits {
  /** Bytes taken from the network. */
  wireBytes: number
  /** Bytes kept after decoding. */
  decodedBytes: number
  /** Whether what came in time is kept where the time is over before the end. Default: the body has failed. */
  keepsUnfinished?: boolean
}

export interface ReadBody {
  bytes: Buffer
  truncated: boolean
  /** The time was over before the end. */
  outOfTime?: true
  /** Nobody else has their memory. */
  isOwn: boolean
}

/**
 * Reads and decodes a body up to the limits; what lies beyond is left and marked. A stream that ends in the middle gives
 * what it held, marked as well. Text under a coding that nobody knows is what it is, as for every visitor (Fetch, "handle content codings").
 * @throws {Unavailable} `unsupported_encoding`, `protocol_error`, or the reason of an aborted read.
 */
export async function readBody(
  body: WireBody,
  contentEncoding: string | string[] | undefined,
  limits: BodyLimits,
  signal: EndSignal,
): Promise<ReadBody> {
  try {
    signal.throwIfAborted()
    const coding = codingOf(contentEncoding)
    if (isKnown(coding)) return await readCoded(body, coding, limits)
    const read = await readPlain(body, limits)
    if (coding !== 'identity' && hasControls(read.bytes))
      throw netError('unsupported_encoding', `content coding ${coding.slice(0, 40)}`)
    return read
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    body.drop()
  }
}

type Coding = 'gzip' | 'deflate' | 'br' | 'zstd'

function isKnown(coding: string): coding is Coding {
  return coding === 'gzip' || coding === 'deflate' || coding === 'br' || coding === 'zstd'
}

/** Two codings on top of each other are how 262 bytes become a gigabyte; no honest server does it. */
function codingOf(header: string | string[] | undefined): string {
  if (header === undefined) return 'identity'
  const codings = [header]
    .flat()
    .flatMap((value) => value.toLowerCase().split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '' && value !== 'identity')
  const [coding = 'identity'] = codings
  if (codings.length > 1) throw netError('unsupported_encoding', 'more than one content coding')
  return coding === 'x-gzip' ? 'gzip' : coding
}

async function readPlain(body: WireBody, limits: BodyLimits): Promise<ReadBody> {
  const limit = Math.min(limits.wireBytes, limits.decodedBytes)
  const whole = body.takeWhole(limit)
  if (whole !== null) return { bytes: whole, truncated: false, isOwn: true }
  const taken: Buffer[] = []
  try {
    const isCut = await collect(body, limit, taken)
    return isCut
      ? { bytes: joined(taken), truncated: true, isOwn: false }
      : { bytes: joinedAlone(taken), truncated: false, isOwn: true }
  } catch (error) {
    const end = taken.length === 0 ? null : endOf(error, limits)
    if (end === null) throw error
    return { bytes: joined(taken), truncated: true, isOwn: false, ...end }
  }
}

async function readCoded(body: WireBody, coding: Coding, limits: BodyLimits): Promise<ReadBody> {
  const wire: Wire = { end: null, taken: [] }
  const source = upTo(body, limits, wire)
  const first = await source.next()
  if (first.done) return { bytes: Buffer.alloc(0), truncated: false, isOwn: false }
  const decoder = decoderFor(coding, first.value, {})
  const feeding = pipeline(resume(first.value, source), decoder)
  // It can fail before what it feeds does; whoever waits for it still hears of it.
  feeding.catch(() => {})
  const taken: Buffer[] = []
  try {
    const isCut = await collect(decoder, limits.decodedBytes, taken)
    if (isCut) decoder.destroy()
    await feeding.catch((error) => {
      if (!isCut) throw error
    })
    return { ...decoded(taken, isCut || wire.end !== null), ...wire.end }
  } catch (error) {
    decoder.destroy()
    if (isEarlyEnd(error))
      return { ...decoded(await readBeginning(wire.taken, coding, limits), true), ...wire.end }
    if (!isDecodingError(error)) throw error
    // A page with a damaged end, or a check sum that is not its own, still says something; one that decodes to nothing does not.
    // Brotli has no mark of its own: nearly any bytes decode to a few letters.
    const isMarked = coding !== 'br' || taken.length > 0
    const held = isMarked ? await readUpToDamage(joined(wire.taken), coding, limits) : []
    if (held.length === 0) throw netError('protocol_error', `the body is not ${coding}`, error)
    return decoded(held, true)
  }
}

/** What a stream without its end held. Only a decoder that is told to flush gives all of it; it would not say that the end is missing. */
async function readBeginning(
  taken: Buffer[],
  coding: Coding,
  { decodedBytes }: BodyLimits,
): Promise<Buffer[]> {
  const [first = Buffer.alloc(0)] = taken
  const decoder = decoderFor(coding, first, FLUSHED)
  const feeding = pipeline(taken, decoder).catch(() => {})
  const kept: Buffer[] = []
  await collect(decoder, decodedBytes, kept)
  decoder.destroy()
  await feeding
  return kept
}

/** What came before the byte at which the decoder gives up: with the error it would keep up to 16 KiB to itself, which may be all. */
async function readUpToDamage(wire: Buffer, coding: Coding, limits: BodyLimits): Promise<Buffer[]> {
  let held: Buffer[] = []
  let good = 0
  let bad = wire.length
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    try {
      held = await readBeginning([wire.subarray(0, middle)], coding, limits)
      good = middle
    } catch {
      bad = middle
    }
  }
  return held
}

/** A single piece may share its memory with what the decoder goes on with. */
function decoded(taken: Buffer[], truncated: boolean): ReadBody {
  return { bytes: joined(taken), truncated, isOwn: taken.length > 1 }
}

/** Takes it up to the limit; true where that cut something. */
async function collect(stream: AsyncIterable<Buffer>, limit: number, taken: Buffer[]): Promise<boolean> {
  let size = 0
  for await (const chunk of stream) {
    if (size + chunk.length > limit) {
      taken.push(chunk.subarray(0, limit - size))
      return true
    }
    taken.push(chunk)
    size += chunk.length
  }
  return false
}

interface Wire {
  /** Set where the limit, a server that hung up, or the time ended it. */
  end: EarlyEnd | null
  taken: Buffer[]
}

type EarlyEnd = Pick<ReadBody, 'outOfTime'>

async function* upTo(body: AsyncIterable<Buffer>, limits: BodyLimits, wire: Wire): AsyncGenerator<Buffer> {
  let size = 0
  try {
    for await (const chunk of body) {
      size += chunk.length
      if (size > limits.wireBytes) {
        wire.end = {}
        const rest = chunk.subarray(0, chunk.length - (size - limits.wireBytes))
        wire.taken.push(rest)
        yield rest
        return
      }
      wire.taken.push(chunk)
      yield chunk
    }
  } catch (error) {
    wire.end = size === 0 ? null : endOf(error, limits)
    if (wire.end === null) throw error
  }
}

async function* resume(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* rest
}

/** By coding, the finish that gives what a cut stream held instead of an error. */
const FLUSHED = {
  zlib: { finishFlush: constants.Z_SYNC_FLUSH },
  br: { finishFlush: constants.BROTLI_OPERATION_FLUSH },
  zstd: { finishFlush: constants.ZSTD_e_flush },
}

function decoderFor(coding: Coding, first: Buffer, finish: Partial<typeof FLUSHED>): Transform {
  if (coding === 'gzip') return createGunzip(finish.zlib)
  if (coding === 'br') return createBrotliDecompress(finish.br)
  if (coding === 'zstd') return createZstdDecompress(finish.zstd)
  // Servers disagree whether `deflate` has the zlib wrapper (RFC 9110, 8.4.1.2); its first byte tells.
  const wrapped = ((first[0] ?? 0) & 0x0f) === 8
  return wrapped ? createInflate(finish.zlib) : createInflateRaw(finish.zlib)
}

/** A server that hangs up half-way, or never says its end, has still shown us half a page. Null of any other error. */
function endOf(error: unknown, limits: BodyLimits): EarlyEnd | null {
  if (isHangUp(error)) return {}
  return limits.keepsUnfinished && failureOf(error)?.reason === 'timeout' ? { outOfTime: true } : null
}

function isHangUp(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'HPE_INVALID_EOF_STATE') return true
  // What came before was vouched for by the same connection.
  return failureOf(error)?.reason === 'tls_error'
}

function isEarlyEnd(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR'
}

function isDecodingError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return isOfDecoder(code)
}
