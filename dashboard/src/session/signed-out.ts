/** Signed out before a change could be sent. Nothing was done, and nothing will be repeated on its own. */
export class SignedOut extends Error {
  constructor() {
    super('You were signed out. Nothing was sent: sign in and try again.')
  }
}
