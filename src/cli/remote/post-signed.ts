import { InvalidInput } from '../../errors.ts'
import { sign, signingKey } from '../../webhooks/sign.ts'

const ANSWER_MS = 15_000

/** @throws InvalidInput unless it is an http address */
export function receiverOf(forward: string): URL {
  const target = URL.parse(forward)
  if (target?.protocol !== 'http:' && target?.protocol !== 'https:')
    throw new InvalidInput('--forward must be an http address, e.g. http://localhost:3000/hook')
  return target
}

/** @throws InvalidInput unless it is whole */
export function secretOf(secret: string): string {
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret))
    throw new InvalidInput('--secret must be whsec_ and base64')
  return secret
}

/** What came of it, for the line that is printed; null when nobody listened there. */
export async function postSigned(
  target: URL,
  { id, body, secret }: { id: string; body: string; secret: string },
): Promise<string | null> {
  const headers = {
    ...sign({ id, body, keys: [signingKey(secret)], at: new Date() }),
    'content-type': 'application/json',
  }
  try {
    const signal = AbortSignal.timeout(ANSWER_MS)
    const response = await fetch(target, { method: 'POST', headers, body, redirect: 'manual', signal })
    await response.arrayBuffer()
    return String(response.status)
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    const isRefused = cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'
    return isRefused ? null : `no answer (${error instanceof Error ? error.message : error})`
  }
}
