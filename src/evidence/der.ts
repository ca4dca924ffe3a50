/** Just enough of ASN.1's DER for time stamps. */

export interface DerValue {
  tag: number
  /** With its header. */
  whole: Buffer
  content: Buffer
}

export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  octets: 0x04,
  null: 0x05,
  oid: 0x06,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
  /** `[0]` and what follows, constructed. */
  context0: 0xa0,
} as const

export class NotDer extends Error {}

/** The values that stand in it one behind the other. @throws NotDer */
export function readAll(bytes: Buffer): DerValue[] {
  const values: DerValue[] = []
  for (let at = 0; at < bytes.length; ) {
    const value = readAt(bytes, at)
    values.push(value)
    at += value.whole.length
  }
  return values
}

/** What a constructed value holds. @throws NotDer when it is none of that kind, or is missing */
export function inside(value: DerValue | undefined, tag: number): DerValue[] {
  return readAll(contentOf(value, tag))
}

/** @throws NotDer */
export function contentOf(value: DerValue | undefined, tag: number): Buffer {
  if (value?.tag !== tag) throw new NotDer(`expected tag ${tag}, found ${value?.tag ?? 'nothing'}`)
  return value.content
}

export function writeDer(tag: number, ...contents: Uint8Array[]): Buffer {
  const content = Buffer.concat(contents)
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content])
}

/** `1.2.840` as the bytes of an OID. */
export function oidBytes(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  const arcs = [first * 40 + second, ...rest].flatMap((arc) => {
    const septets = [arc & 0x7f]
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128))
      septets.unshift((left & 0x7f) | 0x80)
    return septets
  })
  return Buffer.from(arcs)
}

function readAt(bytes: Buffer, at: number): DerValue {
  const tag = bytes[at]
  const first = bytes[at + 1]
  if (tag === undefined || first === undefined) throw new NotDer('cut off')
  const more = first < 0x80 ? 0 : first & 0x7f
  // Without a length, or with one of more bytes than any answer has.
  if (first === 0x80 || more > 4) throw new NotDer('a length that is none')
  const from = at + 2 + more
  if (from > bytes.length) throw new NotDer('cut off')
  const length = more === 0 ? first : bytes.readUIntBE(at + 2, more)
  if (from + length > bytes.length) throw new NotDer('cut off')
  return { tag, whole: bytes.subarray(at, from + length), content: bytes.subarray(from, from + length) }
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const bytes: number[] = []
  for (let left = length; left > 0; left = Math.floor(left / 256)) bytes.unshift(left & 0xff)
  return Buffer.from([0x80 | bytes.length, ...bytes])
}
