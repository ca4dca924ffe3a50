import { hashPassword as hash, verifyPassword as verify } from 'better-auth/crypto'
import { Unavailable } from '../errors.ts'
import { createGate } from './gate.ts'

/** Nobody is let in at this moment, whoever they are. */
export class TooManyPasswords extends Unavailable {
  /** Seconds, for `Retry-After`. */
  readonly retryAfter = 5
  constructor() {
    super('Too many people sign in at this moment. Try again in some seconds.')
  }
}

/**
 * Hashing is slow on purpose and fills a thread of the pool that names and files need too: two of its four at once, and some
 * seconds of others behind them. Who comes later is told to come back.
 */
const gate = createGate({
  atOnce: 2,
  waiting: 40,
  refuse: () => new TooManyPasswords(),
})

/** @throws TooManyPasswords when too many wait */
export function hashPassword(password: string): Promise<string> {
  return gate.pass(() => hash(password))
}

/** Whether the password is the one that was hashed. @throws TooManyPasswords when too many wait */
export function verifyPassword(candidate: { hash: string; password: string }): Promise<boolean> {
  return gate.pass(() => verify(candidate))
}
