import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { pictureSize } from './picture-size.ts'
import { pngUnpacksAsStated } from './png-data.ts'

// Runs as a worker only: answers every picture with the texts of its codes, in order; null when it cannot be decoded.
const wasm = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
// Left to itself the package fetches its module from a CDN.
await prepareZXingModule({ overrides: { wasmBinary: wasm.buffer as ArrayBuffer }, fireImmediately: true })

parentPort?.on('message', async (bytes: Uint8Array) => {
  try {
    if (pictureSize(bytes)?.type === 'png' && !pngUnpacksAsStated(bytes)) {
      parentPort?.postMessage(null)
      return
    }
    const found = await readBarcodes(bytes, {
      formats: ['QRCode', 'MicroQRCode', 'Aztec', 'DataMatrix'],
      tryHarder: true,
      maxNumberOfSymbols: 8,
    })
    parentPort?.postMessage(found.filter((code) => code.isValid).map((code) => code.text))
  } catch {
    parentPort?.postMessage(null)
  }
})
parentPort?.postMessage('ready')
