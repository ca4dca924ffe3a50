import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Vault } from '../context.ts'
import { writeWhole } from '../db/server/write-whole.ts'
import { Conflict, Unavailable } from '../errors.ts'

/** AES-256-GCM; the text is `v1.<nonce>.<tag>.<ciphertext>` in base64url. `key` is 64 hex characters. */
export function createVault(key: string): Vault {
  const secret = Buffer.from(key, 'hex')
  return {
    mark: markOfKey(key),
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

/** Tells keys apart without giving one away: a key is 256 random bits, so nobody finds it by trying. */
export function markOfKey(key: string): string {
  return createHash('sha256').update(`toscan instance key ${key}`).digest('hex').slice(0, 32)
}

export function newKey(): string {
  return randomBytes(32).toString('hex')
}

/**
 * The instance key of an embedded installation, made on first use and readable by its owner only.
 * @param mark of the key that the database's secrets are sealed with; null where none is known yet
 */
export function instanceKey(dataDir: string, mark: string | null): string {
  const file = keyFile(dataDir)
  settleNextKey(dataDir, mark)
  // What an older version left half-written has sealed nothing.
  if (mark === null && existsSync(file) && !isKey(readFileSync(file, 'utf8'))) rmSync(file)
  if (!existsSync(file)) writeKey(file, newKey())
  return readFileSync(file, 'utf8').trim()
}

function isKey(text: string): boolean {
  return /^[0-9a-f]{64}$/i.test(text.trim())
}

/** The key of a folder that has one already. */
export function existingKey(dataDir: string): string | null {
  const file = keyFile(dataDir)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}

export function placeKey(dataDir: string, key: string) {
  writeKey(keyFile(dataDir), key)
}

/** Puts the key that is to follow beside the one in force; `settleNextKey` decides which of them it is. */
export function placeNextKey(dataDir: string, key: string) {
  rmSync(nextKeyFile(dataDir), { force: true })
  writeKey(nextKeyFile(dataDir), key)
}

/** After a change of the key that may have been cut short: the database says which key it has. */
export function settleNextKey(dataDir: string, mark: string | null) {
  const next = nextKeyFile(dataDir)
  if (!existsSync(next)) return
  if (markOfKey(readFileSync(next, 'utf8').trim()) === mark) renameSync(next, keyFile(dataDir))
  else rmSync(next, { force: true })
}

function writeKey(file: string, key: string) {
  if (existsSync(file)) throw new Conflict(`${file} is there already.`)
  writeWhole(file, key, 0o600)
  chmodSync(file, 0o600)
}

function keyFile(dataDir: string): string {
  return join(dataDir, 'instance.key')
}

function nextKeyFile(dataDir: string): string {
  return join(dataDir, 'instance.key.next')
}
