/** PostgreSQL would accept further spellings of a UUID; an identifier has one. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}

/** One of our other identifiers: a prefix and letters. What cannot be one need not be looked up. */
export function isPlainId(text: string): boolean {
  return /^\w{1,64}$/.test(text)
}
