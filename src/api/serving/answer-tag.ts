import { createHash } from 'node:crypto'

/**
 * A tag for what an answer says (RFC 9110, 8.8.3). Weak, because `fetched_at` is not part of it: a list that was read again and has not
 * changed is the same list.
 */
export function tagOf(answer: unknown): string {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer, withoutFetchedAt)
  return `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
}

/** Whether `If-None-Match` names the tag: the caller has this answer. */
export function namesTag(header: string | undefined, tag: string): boolean {
  const opaque = (each: string) => each.trim().replace(/^W\//, '')
  return (header ?? '').split(',').some((each) => each.trim() === '*' || opaque(each) === opaque(tag))
}

/** At the top only: what stands deeper is part of what is said. */
function withoutFetchedAt(this: unknown, name: string, value: unknown): unknown {
  const isTop = name === '' && typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isTop || !('fetched_at' in value)) return value
  const { fetched_at, ...lasting } = value
  return lasting
}
