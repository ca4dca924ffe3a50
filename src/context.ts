import type { JsonWebKey } from 'node:crypto'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Db } from './db/database.ts'
import type { FetchPage } from './evidence/page.ts'
import type { Platforms } from './platforms/index.ts'
import type { PolicyPack } from './policy/pack/pack-schema.ts'

/** Why a callback address cannot be used; null when it can. */
export type CheckCallbackUrl = (url: string, options: { resolve: boolean }) => Promise<string | null>

/** What the parts of the service share. Functions ask for the capabilities that they use, not for the whole. */
export interface Context {
  config: Config
  db: Db
  log: Logger
  /** Encrypts and decrypts small secrets under the instance key. */
  vault: Vault
  fetchPage: FetchPage
  checkCallbackUrl: CheckCallbackUrl
  /** True for hosts that the operator allows although they are private; they may use plain http. */
  isAllowedPrivately: (url: string) => boolean
  platforms: Platforms
  policies: PolicyPack
}

export interface Vault {
  /** Tells its key from any other; see `markOfKey`. */
  mark: string
  seal(plain: string): string
  open(sealed: string): string
}

/** Signs what scans rest on (Ed25519). */
export interface EvidenceSigner {
  keyId: string
  /** Base64, of the text's UTF-8. */
  sign(text: string): string
  /** Whether this very key has signed it. */
  verify(text: string, signature: string): boolean
  /** What others verify with: a JWK (RFC 8037), whose `kid` is its thumbprint (RFC 7638). */
  publicKey: JsonWebKey
}
