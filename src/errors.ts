/**
 * The errors that a caller can act on. Each says what the caller must do; transports map them once.
 * `Unavailable` is the only one worth retrying.
 */
export class ToscanError extends Error {
  /** Facts for the log; never page content or secrets. */
  readonly facts: Record<string, unknown>

  constructor(message: string, options: { cause?: unknown; facts?: Record<string, unknown> } = {}) {
    super(message, { cause: options.cause })
    this.name = new.target.name
    this.facts = options.facts ?? {}
  }
}

/** The caller sent something that can never work: change it. */
export class InvalidInput extends ToscanError {}

/** There is nothing under that name in the caller's reach. */
export class NotFound extends ToscanError {}

/** The thing exists in a state that does not allow this. */
export class Conflict extends ToscanError {}

/** Understood, and not allowed. */
export class Refused extends ToscanError {}

/** Something that we depend on did not answer: the same call may work later. */
export class Unavailable extends ToscanError {}
