import { inflateSync } from 'node:zlib'

/**
 * Whether the data of a PNG unpacks to what its head states, and no more. The decoder behind us grows its memory for as
 * long as data comes, in a place that no limit on a thread sees: a megabyte can hold a gigabyte.
 */
export function pngUnpacksAsStated(bytes: Uint8Array): boolean {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [width, height] = [view.readUInt32BE(16), view.readUInt32BE(20)]
  const bitsPerPixel = (view[24] ?? 0) * (CHANNELS[view[25] ?? 0] ?? 4)
  // A filter byte for each line; interlaced pictures have seven passes, whose lines are fewer than twice as many.
  const stated = height * 2 + height * Math.ceil((width * bitsPerPixel) / 8 + 8)
  const data: Buffer[] = []
  for (let at = 8; at + 12 <= view.length; ) {
    const length = view.readUInt32BE(at)
    if (view.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(view.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  try {
    inflateSync(Buffer.concat(data), { maxOutputLength: stated + SLACK })
    return true
  } catch {
    return false
  }
}

/** Samples of a pixel by colour type (PNG, 11.2.1). */
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const SLACK = 1024
