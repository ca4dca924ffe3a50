/** A change that certainly never left this browser. Nothing was done, and nothing will be repeated on its own. */
export class NotSent extends Error {}

/** Signed out before it could be sent. */
export class SignedOut extends NotSent {
  constructor() {
    super('You were signed out. Nothing was sent: sign in and try again.')
  }
}

/** There was no network, before and after. */
export class Offline extends NotSent {
  constructor(cause: unknown) {
    super('There was no network. Nothing was sent: try again once there is one.', { cause })
  }
}
