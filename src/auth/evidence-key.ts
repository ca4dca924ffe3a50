import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import type { EvidenceSigner, Vault } from '../context.ts'
import type { Db } from '../db/database.ts'
import { evidenceKey, setEvidenceKey } from '../db/scans/manifests.ts'

/**
 * The installation's key, made on first use. It lies in the database sealed with the instance key, so that whoever can write the database
 * alone signs nothing, and the public half is never read from there.
 */
export async function openEvidenceSigner(db: Db, vault: Vault): Promise<EvidenceSigner> {
  const sealed = (await evidenceKey(db)) ?? (await setEvidenceKey(db, vault.seal(newPrivateKey())))
  return signerOf(createPrivateKey(vault.open(sealed)))
}

function newPrivateKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519')
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

function signerOf(privateKey: KeyObject): EvidenceSigner {
  const publicKey = createPublicKey(privateKey)
  const { crv, kty, x } = publicKey.export({ format: 'jwk' })
  const keyId = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url')
  return {
    keyId,
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64'),
    verify: (text, signature) => verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64')),
    publicKey: { kty, crv, x, kid: keyId, alg: 'EdDSA', use: 'sig' },
  }
}
