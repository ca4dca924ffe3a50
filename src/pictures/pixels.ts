import jpeg from 'jpeg-js'
import { PNG } from 'pngjs'
import { pictureSize } from './picture-size.ts'
import type { Pixels } from './pixel-grid.ts'
import { decodeWebp } from './webp.ts'

const MAX_MEMORY_MB = 192

/**
 * A picture's pixels; null of kinds that are not decoded here (GIF).
 * @throws when it cannot be decoded.
 */
export function pixelsOf(bytes: Uint8Array): Pixels | null {
  switch (pictureSize(bytes)?.type) {
    case 'jpeg':
      return jpeg.decode(bytes, { useTArray: true, maxMemoryUsageInMB: MAX_MEMORY_MB })
    case 'png':
      return PNG.sync.read(Buffer.from(bytes))
    case 'webp':
      return decodeWebp(bytes)
    default:
      return null
  }
}
