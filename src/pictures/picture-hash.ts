import { bmvbhash } from 'blockhash-core'
import type { Pixels } from './pixel-grid.ts'

/** 16 × 16 blocks, one bit each: 64 hex digits. */
const BLOCKS = 16
/** Between the darkest and the brightest point of a picture that shows anything. */
const MIN_CONTRAST = 24

/**
 * What a picture looks like, for telling whether two show the same though their bytes differ. Null of very small ones, and
 * of plain surfaces, which all look alike.
 */
export function pictureHash(picture: Pixels): string | null {
  if (picture.width < BLOCKS || picture.height < BLOCKS) return null
  return contrastOf(picture.data) < MIN_CONTRAST ? null : bmvbhash(picture, BLOCKS)
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
