import { type Open, Toscan, Unauthorized } from '../../../sdk/client.ts'
import type { SessionToken } from '../../../sdk/contract.ts'
import { SignedOut } from './not-sent.ts'

export type SignedIn = Open<SessionToken>

export type SessionState =
  | { kind: 'starting' }
  | { kind: 'unreachable'; error: unknown }
  | { kind: 'signed_out' }
  /** `isOver`: the page stays as it is, and a dialog asks for the password. */
  | { kind: 'signed_in'; session: SignedIn; isOver: boolean }

export interface Session {
  state(): SessionState
  /** @returns what ends the subscription */
  subscribe(listener: () => void): () => void
  /** Finds out who is signed in. */
  start(): Promise<void>
  /** @throws Refused */
  signIn(email: string, password: string): Promise<void>
  /** By another way, which sets the cookie; `client` sends no token. */
  signInBy(way: (client: Toscan) => Promise<void>): Promise<void>
  signOut(): Promise<void>
  /** @throws NotFound for somebody who is no member */
  switchTo(orgId: string): Promise<void>
  /** A request with this session's token. */
  authorized(send: (token: string) => Promise<Response>, kind: 'read' | 'write'): Promise<Response>
}

/** What tabs say to each other. */
const SIGNED_OUT = 'signed out'
/** Renewed before it ends, so that a change is not refused for a matter of seconds. */
const RENEW_BEFORE_MS = 60_000

/**
 * The cookie of the sign-in is traded for a token of fifteen minutes, bound to one organization, which lives here and in no
 * storage. When the sign-in itself has ended, reads wait until somebody signs in again; changes are refused and never repeated.
 */
export function createSession({
  baseUrl,
  fetch = (input, options) => globalThis.fetch(input, options),
  now = () => Date.now(),
  onSignOut = () => {},
  tabs,
}: {
  /** Default: the page's own origin. */
  baseUrl?: string
  fetch?: typeof globalThis.fetch
  now?: () => number
  /** Somebody wants to be gone from here: not that a sign-in has ended. */
  onSignOut?: () => void
  /** Reaches the other tabs of this browser: the cookie that has ended is theirs too. */
  tabs?: BroadcastChannel
} = {}): Session {
  // Without a token: signing in goes by the cookie.
  const client = new Toscan({ baseUrl, fetch, token: () => null })
  let state: SessionState = { kind: 'starting' }
  let renewing: Promise<SignedIn> | null = null
  const listeners = new Set<() => void>()
  const waiting = new Set<(token: string) => void>()
  tabs?.addEventListener('message', ({ data }) => {
    if (data === SIGNED_OUT && state.kind === 'signed_in') leave()
  })

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async start() {
      try {
        enter(await mint(null))
      } catch (error) {
        if (error instanceof Unauthorized) change({ kind: 'signed_out' })
        else change({ kind: 'unreachable', error })
      }
    },
    signIn: (email, password) => signInBy(() => client.session.signIn({ email, password })),
    signInBy,
    async signOut() {
      await client.session.signOut()
      leave()
      tabs?.postMessage(SIGNED_OUT)
    },
    async switchTo(orgId) {
      enter(await mint(orgId))
    },
    async authorized(send, kind) {
      const token = await currentToken(kind)
      const answer = await send(token)
      if (answer.status !== 401) return answer
      // Refused before its body was read, so that sending it once more repeats nothing.
      forget(token)
      return send(await currentToken(kind))
    },
  }

  /** Nothing stays on the page. */
  function leave() {
    onSignOut()
    change({ kind: 'signed_out' })
  }

  async function signInBy(way: (client: Toscan) => Promise<void>) {
    await way(client)
    enter(await mint(state.kind === 'signed_in' ? state.session.org_id : null))
  }

  /** @throws SignedOut for a change while nobody is signed in */
  async function currentToken(kind: 'read' | 'write'): Promise<string> {
    if (state.kind === 'signed_in' && !state.isOver) {
      if (Date.parse(state.session.expires_at) - now() > RENEW_BEFORE_MS) return state.session.token
      try {
        return (await renew(state.session.org_id)).token
      } catch (error) {
        if (!(error instanceof Unauthorized)) throw error
        change({ ...state, isOver: true })
      }
    }
    if (kind === 'write') throw new SignedOut()
    return new Promise((resolve) => waiting.add(resolve))
  }

  /** However many requests find the token too old, one of them gets a new one. */
  function renew(orgId: string | null): Promise<SignedIn> {
    renewing ??= mint(orgId)
      .then((session) => {
        enter(session)
        return session
      })
      .finally(() => {
        renewing = null
      })
    return renewing
  }

  /** The service no longer takes this token: the next request gets another. */
  function forget(token: string) {
    if (state.kind === 'signed_in' && state.session.token === token)
      change({ ...state, session: { ...state.session, expires_at: new Date(0).toISOString() } })
  }

  /** Another tab may have chosen another organization for the cookie: this page stays with its own. */
  function mint(orgId: string | null): Promise<SignedIn> {
    return orgId === null ? client.session.token() : client.session.switch(orgId)
  }

  function enter(session: SignedIn) {
    change({ kind: 'signed_in', session, isOver: false })
    for (const resolve of waiting) resolve(session.token)
    waiting.clear()
  }

  function change(next: SessionState) {
    state = next
    for (const listener of listeners) listener()
  }
}
