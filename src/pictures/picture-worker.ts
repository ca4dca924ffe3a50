import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { pictureHash } from './picture-hash.ts'
import { pictureSize } from './picture-size.ts'
import type { Pixels } from './pixel-grid.ts'
import { pixelsOf } from './pixels.ts'
import { pngUnpacksAsStated } from './png-data.ts'

/** What the worker answers for a picture that can be decoded; null for others. */
export interface PictureFacts {
  codes: string[]
  hash: string | null
}

// Runs as a worker only: answers every picture, in order.
const wasm = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
// Left to itself the package fetches its module from a CDN.
await prepareZXingModule({ overrides: { wasmBinary: wasm.buffer as ArrayBuffer }, fireImmediately: true })

parentPort?.on('message', async (bytes: Uint8Array) => {
  try {
    parentPort?.postMessage(await read(bytes))
  } catch {
    parentPort?.postMessage(null)
  }
})
parentPort?.postMessage('ready')

async function read(bytes: Uint8Array): Promise<PictureFacts | null> {
  const type = pictureSize(bytes)?.type
  if (type === 'png' && !pngUnpacksAsStated(bytes)) return null
  // The reader of codes decodes the other kinds itself.
  const pixels = type === 'webp' ? pixelsOf(bytes) : null
  const source = pixels ? imageOf(pixels) : bytes
  const found = await readBarcodes(source, {
    formats: ['QRCode', 'MicroQRCode', 'Aztec', 'DataMatrix'],
    tryHarder: true,
    maxNumberOfSymbols: 8,
  })
  return { codes: found.filter((code) => code.isValid).map((code) => code.text), hash: hashOf(bytes) }
}

/** In the shape that the browser has for it, which is what the types of the reader ask for where they know browsers. */
function imageOf({ width, height, data }: Pixels) {
  return { width, height, data: Uint8ClampedArray.from(data), colorSpace: 'srgb' as const }
}

/** What the other decoder cannot read has no hash; its codes count all the same. */
function hashOf(bytes: Uint8Array): string | null {
  try {
    const pixels = pixelsOf(bytes)
    return pixels && pictureHash(pixels)
  } catch {
    return null
  }
}
