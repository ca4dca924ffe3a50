import { crc32 } from 'node:zlib'

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
/** 2.0, names in UTF-8. */
const VERSION = 20
const UTF8 = 0x0800
/** 1980-01-01: what a file of this kind says of time stands in it. */
const DOS_DATE = 33
/** Beyond this a file of this kind would need the format's extension. */
const MOST_BYTES = 0xfffffffe

/** A ZIP whose files are stored as they are: readers of a WACZ fetch ranges of them. @throws RangeError beyond 4 GiB */
export function zip(files: readonly { path: string; bytes: Uint8Array }[]): Uint8Array {
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  for (const { path, bytes } of files) {
    const name = Buffer.from(path)
    const facts = factsOf(bytes, name)
    const local = Buffer.concat([numbers([[LOCAL, 4]]), facts, numbers([[0, 2]]), name])
    directory.push(
      numbers([
        [CENTRAL, 4],
        [VERSION, 2],
      ]),
      facts,
      // No extra field, comment, disk or attributes.
      Buffer.alloc(12),
      numbers([[offset, 4]]),
      name,
    )
    parts.push(local, bytes)
    offset += local.length + bytes.length
    if (offset > MOST_BYTES) throw new RangeError('more than 4 GiB')
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0)
  const end = numbers([
    [END, 4],
    [0, 4],
    [files.length, 2],
    [files.length, 2],
    [size, 4],
    [offset, 4],
    [0, 2],
  ])
  return Buffer.concat([...parts, ...directory, end])
}

/** What both headers of a file say, up to the length of its name. */
function factsOf(bytes: Uint8Array, name: Uint8Array): Uint8Array {
  return numbers([
    [VERSION, 2],
    [UTF8, 2],
    [0, 2],
    [0, 2],
    [DOS_DATE, 2],
    [crc32(bytes), 4],
    [bytes.length, 4],
    [bytes.length, 4],
    [name.length, 2],
  ])
}

function numbers(values: [value: number, bytes: number][]): Uint8Array {
  const buffer = Buffer.alloc(values.reduce((sum, [, bytes]) => sum + bytes, 0))
  let at = 0
  for (const [value, bytes] of values) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}
