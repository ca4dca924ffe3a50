import { createContext, useContext, useSyncExternalStore } from 'react'
import { Toscan } from '../../sdk/client.ts'
import { forgetWords } from './kept-words.ts'
import { forgetDrafts } from './scan-draft.ts'
import { authorizedFetch } from './session/authorized-fetch.ts'
import { createSession, type Session, type SessionState, type SignedIn } from './session/session.ts'

export interface Services {
  session: Session
  /** The service, as whoever is signed in. */
  toscan: Toscan
}

export function createServices(): Services {
  /** What they typed and did not send stays theirs. @param userId of whoever is here now */
  const forgetOthers = (userId: string | null) => {
    forgetWords(userId)
    forgetDrafts(userId)
  }
  const session = createSession({
    onSignOut: () => forgetOthers(null),
    tabs: new BroadcastChannel('toscan.session'),
  })
  session.subscribe(() => {
    const state = session.state()
    if (state.kind === 'signed_in') forgetOthers(state.session.user.id)
  })
  return { session, toscan: new Toscan({ token: () => null, fetch: authorizedFetch(session) }) }
}

export const ServicesContext = createContext<Services | null>(null)

export function useServices(): Services {
  const services = useContext(ServicesContext)
  if (!services) throw new Error('useServices outside of the app')
  return services
}

export function useSessionState(): SessionState {
  const { session } = useServices()
  return useSyncExternalStore(session.subscribe, session.state)
}

/** Who is signed in; below the sign-in gate there always is somebody. */
export function useSignedIn(): SignedIn {
  const state = useSessionState()
  if (state.kind !== 'signed_in') throw new Error('useSignedIn outside of the sign-in gate')
  return state.session
}
