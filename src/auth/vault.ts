import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Vault } from '../context.ts'
import { Unavailable } from '../errors.ts'

/** AES-256-GCM; the text is `v1.<nonce>.<tag>.<ciphertext>` in base64url. `key` is 64 hex characters. */
export function createVault(key: string): Vault {
  const secret = Buffer.from(key, 'hex')
  return {
    seal(plain) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', secret, nonce)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return ['v1', nonce, cipher.getAuthTag(), body]
        .map((part) => (typeof part === 'string' ? part : part.toString('base64url')))
        .join('.')
    },
    open(sealed) {
      const [, nonce = '', tag = '', body = ''] = sealed.split('.')
      try {
        const decipher = createDecipheriv('aes-256-gcm', secret, Buffer.from(nonce, 'base64url'))
        decipher.setAuthTag(Buffer.from(tag, 'base64url'))
        return decipher.update(Buffer.from(body, 'base64url'), undefined, 'utf8') + decipher.final('utf8')
      } catch (cause) {
        throw new Unavailable(
          'A stored secret cannot be opened: TOSCAN_SECRET_KEY is not the key it was sealed with.',
          { cause },
        )
      }
    },
  }
}

/** The instance key of an embedded installation, made on first use and readable by its owner only. */
export function instanceKey(dataDir: string): string {
  const file = join(dataDir, 'instance.key')
  if (!existsSync(file)) {
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
    chmodSync(file, 0o600)
  }
  return readFileSync(file, 'utf8').trim()
}
