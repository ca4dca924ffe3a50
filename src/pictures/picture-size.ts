/** Type and pixels as the head of a picture states them, before anything is decoded. */
export interface PictureSize {
  type: 'png' | 'jpeg' | 'gif' | 'webp'
  width: number
  height: number
}

/** Null when it is none of the four. */
export function pictureSize(bytes: Uint8Array): PictureSize | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return pngSize(view) ?? jpegSize(view) ?? gifSize(view) ?? webpSize(view)
}

/** PNG (third edition), 5.2 and 11.2.1: the signature, then `IHDR`. */
function pngSize(view: Buffer): PictureSize | null {
  if (view.length < 24 || view.readBigUInt64BE(0) !== 0x89504e470d0a1a0an) return null
  if (view.toString('latin1', 12, 16) !== 'IHDR') return null
  return { type: 'png', width: view.readUInt32BE(16), height: view.readUInt32BE(20) }
}

/** ITU T.81, B.1.1: segments until a frame header, `SOF0` to `SOF15` but for the three that are none. */
function jpegSize(view: Buffer): PictureSize | null {
  if (view.length < 4 || view.readUInt16BE(0) !== 0xffd8) return null
  for (let at = 2; at + 9 <= view.length; ) {
    if (view[at] !== 0xff) return null
    const marker = view[at + 1] ?? 0
    if (marker === 0xff) at++
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { type: 'jpeg', height: view.readUInt16BE(at + 5), width: view.readUInt16BE(at + 7) }
    else at += 2 + view.readUInt16BE(at + 2)
  }
  return null
}

function gifSize(view: Buffer): PictureSize | null {
  if (view.length < 10 || !/^GIF8[79]a$/.test(view.toString('latin1', 0, 6))) return null
  return { type: 'gif', width: view.readUInt16LE(6), height: view.readUInt16LE(8) }
}

/** RFC 9649, 2.5 to 2.7: lossy, lossless or extended. */
function webpSize(view: Buffer): PictureSize | null {
  if (view.length < 30 || view.toString('latin1', 0, 4) !== 'RIFF') return null
  if (view.toString('latin1', 8, 12) !== 'WEBP') return null
  switch (view.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { type: 'webp', width: view.readUInt16LE(26) & 0x3fff, height: view.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const bits = view.readUInt32LE(21)
      return { type: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { type: 'webp', width: view.readUIntLE(24, 3) + 1, height: view.readUIntLE(27, 3) + 1 }
    default:
      return null
  }
}
