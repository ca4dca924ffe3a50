import { createContext, useContext, useSyncExternalStore } from 'react'
import { type Call, createCall } from './api/call.ts'
import { createSession, type Session, type SessionState, type SignedIn } from './session/session.ts'

export interface Services {
  session: Session
  call: Call
}

export function createServices(): Services {
  const session = createSession()
  return { session, call: createCall(session) }
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
