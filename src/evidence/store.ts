/**
 * Where the bytes of evidence lie, each under the SHA-256 of what it holds: the same page seen by many scans is stored
 * once, and whoever reads it can tell whether it was changed.
 */
export interface EvidenceStore {
  /**
   * Writes something, reads it back and removes it.
   * @throws {InvalidInput} with what the operator has to change, when the store cannot be used as it is set.
   */
  check(): Promise<void>
  /** Does nothing when the bytes are there. */
  put(sha256: string, bytes: Uint8Array): Promise<void>
  get(sha256: string): Promise<StoredBytes>
  has(sha256: string): Promise<boolean>
  /** Does nothing when there are none. */
  delete(sha256: string): Promise<void>
  /** The system's word for why nothing is taken (`ENOSPC`, `EROFS`), where that can be told beforehand; null: nothing is known against it. */
  whyNotTaken?(): Promise<string | null>
  /** Everything that was put before `before`. */
  list(before: Date): AsyncIterable<string>
}

export type StoredBytes = { ok: true; bytes: Uint8Array } | { ok: false; reason: 'missing' | 'corrupt' }
