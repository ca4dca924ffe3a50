import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib'
import encodeWebp, { init as prepareWebp } from '@jsquash/webp/encode.js'
import jpeg from 'jpeg-js'
import { PNG } from 'pngjs'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'

await prepareZXingModule({
  overrides: {
    wasmBinary: readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm')))
      .buffer as ArrayBuffer,
  },
  fireImmediately: true,
})

await prepareWebp({
  wasmBinary: readFileSync(fileURLToPath(import.meta.resolve('@jsquash/webp/codec/enc/webp_enc_simd.wasm'))),
})

/** A PNG that shows this text as a QR code. */
export async function qrPicture(text: string): Promise<Buffer> {
  const { image, error } = await writeBarcode(text, { format: 'QRCode', scale: 6, addQuietZones: true })
  if (!image) throw new Error(error)
  return Buffer.from(await image.arrayBuffer())
}

/** A picture of hills, another one for each `seed`, as PNG or as JPEG of some quality. */
export function hillPicture(seed: number, format: 'png' | number): Buffer {
  const [width, height] = [240, 200]
  const picture = new PNG({ width, height })
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const hill = Math.sin((x * (seed + 1)) / 40 + seed) + Math.cos((y * (seed + 2)) / 60 - seed)
      picture.data.fill(Math.round((hill + 2) * 63), (y * width + x) * 4, (y * width + x) * 4 + 3)
      picture.data[(y * width + x) * 4 + 3] = 255
    }
  }
  return format === 'png' ? PNG.sync.write(picture) : jpeg.encode(picture, format).data
}

/** A PNG saved anew as WebP: without loss, or of some quality. */
export async function asWebp(picture: Buffer, quality: 'lossless' | number): Promise<Buffer> {
  const { data, width, height } = PNG.sync.read(picture)
  const options = quality === 'lossless' ? { lossless: 1 } : { quality }
  const pixels = { data: new Uint8ClampedArray(data), width, height }
  return Buffer.from(await encodeWebp(pixels, options))
}

/** The same WebP under a head that states another size (RFC 9649, 2.7): `VP8X`, then the picture's own chunk. */
export function underCanvas(webp: Buffer, width: number, height: number): Buffer {
  const canvas = Buffer.alloc(18)
  canvas.write('VP8X', 0, 'latin1')
  canvas.writeUInt32LE(10, 4)
  canvas.writeUIntLE(width - 1, 12, 3)
  canvas.writeUIntLE(height - 1, 15, 3)
  const picture = webp.subarray(12)
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(4 + canvas.length + picture.length, 4)
  return Buffer.concat([head, canvas, picture])
}

/** A grey PNG of these pixels. */
export function greyPicture(width: number, height: number): Buffer {
  const lines = Buffer.alloc((width + 1) * height, 0x80)
  // The first byte of a line names its filter: none.
  for (let at = 0; at < lines.length; at += width + 1) lines[at] = 0
  return png(width, height, deflateSync(lines))
}

/** A PNG that states these pixels and unpacks to so many mebibytes of nothing. */
export function bombPicture(width: number, height: number, mebibytes: number): Buffer {
  const nothing = Buffer.alloc(1024 * 1024)
  // `Z_FULL_FLUSH` makes each part a whole of its own: one is packed, and stands there many times.
  const part = deflateRawSync(nothing, { finishFlush: constants.Z_FULL_FLUSH })
  const end = deflateRawSync(Buffer.alloc(0))
  return png(
    width,
    height,
    Buffer.concat([Buffer.from('789c', 'hex'), ...Array.from({ length: mebibytes }, () => part), end]),
  )
}

function png(width: number, height: number, data: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Eight bits, grey.
  head.writeUInt8(8, 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND')])
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
