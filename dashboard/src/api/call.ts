import type { Session } from '../session/session.ts'
import { ApiError } from './api-error.ts'

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  body?: unknown
  signal?: AbortSignal
}

/** One request to the interface, below `/api/v2`. @throws ApiError, SignedOut */
export type Call = <Answer>(path: string, options?: CallOptions) => Promise<Answer>

export function createCall(session: Session): Call {
  return async <Answer>(path: string, { method = 'GET', body, signal }: CallOptions = {}) => {
    const answer = await session.authorized(
      (token) =>
        fetch(`/api/v2${path}`, {
          method,
          signal,
          headers: {
            authorization: `Bearer ${token}`,
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      method === 'GET' ? 'read' : 'write',
    )
    const json = await answer.json().catch(() => null)
    if (!answer.ok) throw new ApiError(answer.status, json?.detail ?? null)
    return trusted<Answer>(json)
  }
}

/** The service checks what it sends against the contract; checking it again would bring a schema library into every page. */
function trusted<Answer>(json: unknown): Answer {
  return json as Answer
}
