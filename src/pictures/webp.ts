import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Pixels } from './pixel-grid.ts'

/** libwebp's simple decoder (`webp/decode.h`) as `@cwasm/webp` builds it. Pointers are offsets into `memory`. */
interface Libwebp {
  memory: { buffer: ArrayBuffer }
  malloc(bytes: number): number
  /** The pixels, or 0; width and height go to the two addresses, as unsigned 32-bit little-endian. */
  WebPDecodeRGBA(data: number, bytes: number, width: number, height: number): number
}

/** What we use of WebAssembly, whose types TypeScript keeps with the browser's. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object, imports: object) => { exports: unknown }
}

const require = createRequire(import.meta.url)
const compiled = new WebAssembly.Module(readFileSync(require.resolve('@cwasm/webp/webp.wasm')))

/** All that the module can reach of the world outside its memory; a decoder needs none of it. */
const NOTHING = { fd_close: refuse, fd_seek: refuse, fd_write: refuse }

/**
 * Decodes a WebP, lossy or lossless; not an animated one. Every picture has an instance of its own, unlike in the package's
 * own script: a picture made to overwrite the decoder's memory meets nobody else's picture there, and the memory is given
 * back.
 * @throws when it cannot be decoded.
 */
export function decodeWebp(bytes: Uint8Array): Pixels {
  const instance = new WebAssembly.Instance(compiled, { wasi_snapshot_preview1: NOTHING })
  const libwebp = instance.exports as Libwebp
  const input = libwebp.malloc(bytes.length)
  const size = libwebp.malloc(8)
  new Uint8Array(libwebp.memory.buffer, input, bytes.length).set(bytes)
  const output = libwebp.WebPDecodeRGBA(input, bytes.length, size, size + 4)
  if (output === 0) throw new Error('libwebp cannot decode it')
  const [width = 0, height = 0] = new Uint32Array(libwebp.memory.buffer, size, 2)
  return { width, height, data: new Uint8Array(libwebp.memory.buffer, output, width * height * 4).slice() }
}

function refuse(): never {
  throw new Error('a picture decoder has no files')
}
