import type { Actor } from '../db/people/acts.ts'
import { CLIENT_IP_HEADER } from './client-ip-header.ts'

/** Where a request came from. */
export interface From {
  address: string | null
  requestId: string | null
}

/** Somebody who acts for themselves, before an organization is settled. */
export function personActor({ id, email }: { id: string; email: string }, from: From): Actor {
  return { kind: 'person', id, name: email, ...from }
}

/** As `sign-in.ts` sets these headers, whatever the client sent. */
export function fromHeaders(headers: Headers | undefined): From {
  return { address: headers?.get(CLIENT_IP_HEADER) ?? null, requestId: headers?.get('x-request-id') ?? null }
}
