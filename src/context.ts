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
