import { createHash, verify, X509Certificate } from 'node:crypto'
import { contentOf, type DerValue, inside, oidBytes, readAll, TAG, writeDer } from './der.ts'

/** RFC 3161: what is asked of an authority, and what of its answer is to be believed. Pure. */

const SHA256 = '2.16.840.1.101.3.4.2.1'
const SIGNED_DATA = '1.2.840.113549.1.7.2'
const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
/** A certificate that is for this. */
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'
const DIGESTS = [
  ['sha256', SHA256],
  ['sha384', '2.16.840.1.101.3.4.2.2'],
  ['sha512', '2.16.840.1.101.3.4.2.3'],
] as const

/** The answer, or the token, is not what was asked for; the message says why. */
export class BadTimeStamp extends Error {}

/** A request to stamp this SHA-256 (hex), with the authority's certificate in the answer. `nonce`: 8 bytes by chance. */
export function timeStampQuery(sha256: string, nonce: Uint8Array): Buffer {
  const algorithm = writeDer(TAG.sequence, writeDer(TAG.oid, oidBytes(SHA256)), writeDer(TAG.null))
  return writeDer(
    TAG.sequence,
    writeDer(TAG.integer, Buffer.from([1])),
    writeDer(TAG.sequence, algorithm, writeDer(TAG.octets, Buffer.from(sha256, 'hex'))),
    writeDer(TAG.integer, positive(nonce)),
    writeDer(TAG.boolean, Buffer.from([0xff])),
  )
}

export interface TimeStamp {
  /** ISO 8601. */
  at: string
  /** Whose certificate has signed it, as the certificate says. */
  by: string
}

/** Takes the token out of an answer. @throws BadTimeStamp where it was refused, or is not of this hash and nonce */
export function readTimeStampReply(
  reply: Buffer,
  asked: { sha256: string; nonce: Uint8Array },
): { token: Buffer } & TimeStamp {
  return asBad(() => {
    const [status, token] = inside(readAll(reply)[0], TAG.sequence)
    const [code] = inside(status, TAG.sequence)
    const granted = contentOf(code, TAG.integer)[0]
    if (granted !== 0 && granted !== 1) throw new BadTimeStamp(`refused with status ${granted}`)
    if (!token) throw new BadTimeStamp('there is no token in the answer')
    const { nonce, ...stamp } = verifyToken(token.whole, asked.sha256)
    if (!nonce?.equals(positive(asked.nonce))) throw new BadTimeStamp('it answers another question')
    return { token: token.whole, ...stamp }
  })
}

/**
 * Holds a token against the SHA-256 (hex) that it is to be of: what was stamped, and that the certificate in it, which has to be one for time
 * stamps, has signed that. Whether that certificate is to be trusted is not looked at.
 * @throws BadTimeStamp
 */
export function verifyTimeStamp(token: Buffer, sha256: string): TimeStamp {
  const { at, by } = asBad(() => verifyToken(token, sha256))
  return { at, by }
}

function verifyToken(token: Buffer, sha256: string): TimeStamp & { nonce: Buffer | null } {
  const [type, wrapped] = inside(readAll(token)[0], TAG.sequence)
  expectOid(type, SIGNED_DATA)
  const [, , encapsulated, ...rest] = inside(inside(wrapped, TAG.context0)[0], TAG.sequence)
  const [contentType, content] = inside(encapsulated, TAG.sequence)
  expectOid(contentType, TST_INFO)
  const info = contentOf(inside(content, TAG.context0)[0], TAG.octets)
  const certificates = rest.find(({ tag }) => tag === TAG.context0)
  const [signer] = inside(rest.at(-1), TAG.set)
  const by = signerOf(inside(signer, TAG.sequence), info, certificates ? readAll(certificates.content) : [])

  const [, , imprint, , time, ...more] = inside(readAll(info)[0], TAG.sequence)
  const [algorithm, hashed] = inside(imprint, TAG.sequence)
  expectOid(inside(algorithm, TAG.sequence)[0], SHA256)
  if (contentOf(hashed, TAG.octets).toString('hex') !== sha256)
    throw new BadTimeStamp('it is of something else')
  const nonce = more.find(({ tag }) => tag === TAG.integer)
  return { at: momentOf(contentOf(time, TAG.time).toString('latin1')), by, nonce: nonce?.content ?? null }
}

/** The subject of the certificate that has signed. */
function signerOf(fields: DerValue[], info: Buffer, certificates: DerValue[]): string {
  const [, , algorithm, attributes, , signature] = fields
  const [digestOid] = inside(algorithm, TAG.sequence)
  const digest = DIGESTS.find(([, oid]) => contentOf(digestOid, TAG.oid).equals(oidBytes(oid)))?.[0]
  if (!digest) throw new BadTimeStamp('it is signed in a way that is not known here')
  const signed = contentOf(attributes, TAG.context0)
  const stated = readAll(signed)
    .map((attribute) => inside(attribute, TAG.sequence))
    .find(([oid]) => contentOf(oid, TAG.oid).equals(oidBytes(MESSAGE_DIGEST)))
  const hash = contentOf(inside(stated?.[1], TAG.set)[0], TAG.octets)
  if (!createHash(digest).update(info).digest().equals(hash)) throw new BadTimeStamp('it was changed')
  // They are signed as the set that they are.
  const text = writeDer(TAG.set, signed)
  const bytes = contentOf(signature, TAG.octets)
  const certificate = certificates
    .map(({ whole }) => new X509Certificate(whole))
    .find((each) => each.keyUsage?.includes(TIME_STAMPING) && verify(digest, text, each.publicKey, bytes))
  if (!certificate) throw new BadTimeStamp('no certificate for time stamps in it has signed it')
  return certificate.subject.replaceAll('\n', ', ')
}

function expectOid(value: DerValue | undefined, oid: string) {
  if (!contentOf(value, TAG.oid).equals(oidBytes(oid))) throw new BadTimeStamp('it is no time stamp')
}

/** `20260131120000Z`, with a fraction or without. */
function momentOf(text: string): string {
  const [, year, month, day, hour, minute, second, fraction = ''] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d{1,6})?Z$/.exec(text) ?? []
  if (!year) throw new BadTimeStamp('its time cannot be read')
  return `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.slice(1).padEnd(6, '0')}+00:00`
}

/** As DER has a number that is not negative: no needless zeros before it, and one where its first bit is set. */
function positive(bytes: Uint8Array): Buffer {
  let from = 0
  while (from < bytes.length - 1 && bytes[from] === 0) from++
  const significant = Buffer.from(bytes.subarray(from))
  return (significant[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.alloc(1), significant]) : significant
}

/** What cannot be read is no time stamp either, a certificate that OpenSSL does not take among it. */
function asBad<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof BadTimeStamp) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new BadTimeStamp(`it cannot be read: ${why}`, { cause: error })
  }
}
