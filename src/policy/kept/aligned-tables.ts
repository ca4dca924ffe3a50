import { Deserializer, Serializer } from 'node:v8'

const KINDS = [
  Int8Array,
  Uint8Array,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
] as const

/** Node's own kind of `Uint8Array`, by its number behind the others. */
const BUFFER = KINDS.length

/** Bytes: what numbers of each kind may begin at. */
const ALIGNED = 8
/** Bytes that a file begins with: how many of them plain data takes, behind which the arrays come. */
const HEADER = 8

/**
 * Plain data with typed arrays in it, as bytes, in which each array begins where its numbers may. V8 writes arrays wherever they come, and what does
 * not begin so is copied when it is read, beside the whole file, which the others lie in.
 * @throws TypeError for an array of another kind
 */
export function tablesAsBytes(tables: unknown): Buffer {
  const writer = new TablesWriter()
  writer.writeHeader()
  writer.writeValue(tables)
  const plain = writer.releaseBuffer()
  const first = aligned(HEADER + plain.length)
  const bytes = Buffer.alloc(first + writer.length)
  bytes.writeUInt32LE(plain.length)
  plain.copy(bytes, HEADER)
  for (const { array, from } of writer.arrays)
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), first + from)
  return bytes
}

/**
 * The same data; its arrays lie in `bytes`.
 * @throws Error where the bytes are cut off
 */
export function tablesFromBytes(bytes: Buffer<ArrayBuffer>): unknown {
  const length = bytes.readUInt32LE()
  const reader = new TablesReader(bytes, length)
  reader.readHeader()
  return reader.readValue()
}

class TablesWriter extends Serializer {
  readonly arrays: { array: ArrayBufferView; from: number }[] = []
  length = 0
  /** Documented, and missing in Node's types. */
  declare _setTreatArrayBufferViewsAsHostObjects: (flag: boolean) => void

  constructor() {
    super()
    this._setTreatArrayBufferViewsAsHostObjects(true)
  }

  /** Called by V8 for each array: what is written in its place is where it stands behind the plain data. */
  _writeHostObject(array: ArrayBufferView): void {
    const kind = Buffer.isBuffer(array) ? BUFFER : KINDS.findIndex((each) => array instanceof each)
    if (kind < 0) throw new TypeError(`tables hold no ${array.constructor.name}`)
    this.writeUint32(kind)
    this.writeUint32(this.length)
    this.writeUint32(array.byteLength)
    this.arrays.push({ array, from: this.length })
    this.length = aligned(this.length + array.byteLength)
  }
}

class TablesReader extends Deserializer {
  readonly #bytes: Buffer<ArrayBuffer>
  readonly #first: number

  constructor(bytes: Buffer<ArrayBuffer>, length: number) {
    super(bytes.subarray(HEADER, HEADER + length))
    this.#bytes = bytes
    this.#first = aligned(HEADER + length)
  }

  /** Called by V8 for what `_writeHostObject` wrote. */
  _readHostObject(): ArrayBufferView {
    const number = this.readUint32()
    const from = this.#bytes.byteOffset + this.#first + this.readUint32()
    const length = this.readUint32()
    if (number === BUFFER) return Buffer.from(this.#bytes.buffer, from, length)
    const kind = KINDS[number]
    if (kind === undefined) throw new TypeError('an array of no kind')
    return new kind(this.#bytes.buffer, from, length / kind.BYTES_PER_ELEMENT)
  }
}

function aligned(at: number): number {
  return Math.ceil(at / ALIGNED) * ALIGNED
}
