import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { oid, sequence, tagged, time } from '../../demo/web/der.ts'

/** A key and a certificate for one name, made fresh: nothing secret stands in the repository and nothing expires. */
export function selfSigned(name: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const body = certificateBody(name, publicKey)
  const signature = sign('sha256', body, privateKey)
  const der = sequence(body, ECDSA_SHA256, tagged(0x03, Buffer.concat([Buffer.of(0), signature])))
  const pem = der
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${pem}\n-----END CERTIFICATE-----\n`,
  }
}

/** RFC 5280, TBSCertificate. */
function certificateBody(name: string, publicKey: KeyObject): Buffer {
  const subject = sequence(tagged(0x31, sequence(oid('550403'), tagged(0x0c, Buffer.from(name)))))
  const day = 86_400_000
  const validity = sequence(time(Date.now() - day), time(Date.now() + 30 * day))
  const names = sequence(tagged(0x82, Buffer.from(name)))
  const authority = sequence(tagged(0x01, Buffer.of(0xff)))
  const extensions = sequence(
    sequence(oid('551d11'), tagged(0x04, names)),
    sequence(oid('551d13'), tagged(0x01, Buffer.of(0xff)), tagged(0x04, authority)),
  )
  const serial = createHash('sha256').update(name).digest().subarray(0, 8)
  serial[0] = 0x01
  return sequence(
    tagged(0xa0, tagged(0x02, Buffer.of(2))),
    tagged(0x02, serial),
    ECDSA_SHA256,
    subject,
    validity,
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, extensions),
  )
}

const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'))
