/** A decoded picture. */
export interface Pixels {
  width: number
  height: number
  /** Red, green, blue, alpha: one byte each, by line. */
  data: Uint8Array
}
