import { bmvbhash } from 'blockhash-core'
import jpeg from 'jpeg-js'
import { PNG } from 'pngjs'
import { pictureSize } from './picture-size.ts'

/** 16 × 16 blocks, one bit each: 64 hex digits. */
const BLOCKS = 16
/** Between the darkest and the brightest point of a picture that shows anything. */
const MIN_CONTRAST = 24
const MAX_MEMORY_MB = 192

/**
 * What a picture looks like, for telling whether two show the same though their bytes differ. Null of kinds that are not
 * decoded for this (GIF), of very small ones, and of plain surfaces, which all look alike.
 * @throws when it cannot be decoded.
 */
export function pictureHash(bytes: Uint8Array): string | null {
  const picture = decode(bytes)
  if (picture === null || picture.width < BLOCKS || picture.height < BLOCKS) return null
  return contrastOf(picture.data) < MIN_CONTRAST ? null : bmvbhash(picture, BLOCKS)
}

interface Pixels {
  width: number
  height: number
  /** Red, green, blue, alpha. */
  data: Uint8Array
}

function decode(bytes: Uint8Array): Pixels | null {
  const type = pictureSize(bytes)?.type
  if (type === 'jpeg') return jpeg.decode(bytes, { useTArray: true, maxMemoryUsageInMB: MAX_MEMORY_MB })
  return type === 'png' ? PNG.sync.read(Buffer.from(bytes)) : null
}

function contrastOf(data: Uint8Array): number {
  let [darkest, brightest] = [255, 0]
  for (let at = 0; at + 2 < data.length; at += 4) {
    const light = ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3
    if (light < darkest) darkest = light
    if (light > brightest) brightest = light
  }
  return brightest - darkest
}
