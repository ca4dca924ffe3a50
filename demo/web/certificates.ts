import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { oid, sequence, tagged, time } from './der.ts'

/** An authority made fresh at every start: nothing secret stands in the repository and nothing expires. */
export interface Authority {
  /** PEM, for those who are to trust it. */
  certificate: string
  /** Key and certificate for one host name. */
  issue(host: string): { key: string; cert: string }
}

/** Node signs but does not write certificates, hence the few lines of DER below (RFC 5280). */
export function createAuthority(name: string): Authority {
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const server = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = server.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const write = (subject: string, publicKey: KeyObject, extensions: Buffer) =>
    pem(certificate({ issuer: name, subject, publicKey, extensions, signedWith: authority.privateKey }))
  return {
    certificate: write(name, authority.publicKey, IS_AUTHORITY),
    issue: (host) => ({ key, cert: write(host.slice(0, 60), server.publicKey, isServer(host)) }),
  }
}

interface Certificate {
  issuer: string
  subject: string
  publicKey: KeyObject
  extensions: Buffer
  signedWith: KeyObject
}

function certificate({ issuer, subject, publicKey, extensions, signedWith }: Certificate): Buffer {
  const day = 86_400_000
  const serial = randomBytes(8)
  serial[0] = 0x01
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.of(2))),
    tagged(0x02, serial),
    ECDSA_SHA256,
    named(issuer),
    sequence(time(Date.now() - day), time(Date.now() + 30 * day)),
    named(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, extensions),
  )
  const signature = sign('sha256', body, signedWith)
  return sequence(body, ECDSA_SHA256, tagged(0x03, Buffer.concat([Buffer.of(0), signature])))
}

const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'))

/** basicConstraints, critical: CA. */
const IS_AUTHORITY = sequence(
  sequence(
    oid('551d13'),
    tagged(0x01, Buffer.of(0xff)),
    tagged(0x04, sequence(tagged(0x01, Buffer.of(0xff)))),
  ),
)

/** subjectAltName: one DNS name. */
function isServer(host: string): Buffer {
  return sequence(sequence(oid('551d11'), tagged(0x04, sequence(tagged(0x82, Buffer.from(host))))))
}

/** A distinguished name of one commonName. */
function named(commonName: string): Buffer {
  return sequence(tagged(0x31, sequence(oid('550403'), tagged(0x0c, Buffer.from(commonName)))))
}

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
