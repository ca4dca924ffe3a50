import type { Actor } from '../db/acts.ts'

/** Where a request came from. */
export interface From {
  address: string | null
  requestId: string | null
}

/** Somebody who acts for themselves, before an organization is settled. */
export function personActor({ id, email }: { id: string; email: string }, from: From): Actor {
  return { kind: 'person', id, name: email, ...from }
}
