import { hostname, userInfo } from 'node:os'
import type { Actor } from '../../db/people/acts.ts'

/** Whoever runs a command: their account on this machine, and the machine. */
export function commandActor(): Actor {
  return { kind: 'command', id: account(), name: null, address: hostname(), requestId: null }
}

/** A container may run as a number that has no name. */
function account(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
