/** What we use of a package that brings no types. Pixels are RGBA, colours lists of three or four numbers. */
declare module 'gifenc' {
  type Palette = number[][]
  interface Encoder {
    /** @param options.delay milliseconds */
    writeFrame(
      indexed: Uint8Array,
      width: number,
      height: number,
      options: { palette: Palette; delay: number },
    ): void
    finish(): void
    bytes(): Uint8Array
  }
  const gifenc: {
    GIFEncoder(): Encoder
    quantize(rgba: Uint8Array, colours: number): Palette
    applyPalette(rgba: Uint8Array, palette: Palette): Uint8Array
  }
  // biome-ignore lint/style/noDefaultExport: the package's own.
  export default gifenc
}
