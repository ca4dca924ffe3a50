import type { ScanRecord, ValidationEntry } from './contract.ts'
import type { Open } from './open.ts'

/** Everything that this package throws, other than the reason of an `AbortSignal`. */
export class ToscanError extends Error {
  /** The scan that was submitted or waited for. It goes on, and can be waited for again. */
  scanId: string | undefined
  /** The batch that was waited for. */
  batchId: string | undefined
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}

/** The error, with what it is about. Other errors are as they were. */
export function naming(error: unknown, about: { scanId: string } | { batchId: string }): unknown {
  return error instanceof ToscanError ? Object.assign(error, about) : error
}

/** The server refused; `detail` is what it said. */
export class Refused extends ToscanError {
  readonly status: number
  readonly detail: unknown
  /** Of the answer. */
  headers: Headers = new Headers()
  /** The request's name in the log of the server. */
  get requestId(): string | null {
    return this.headers.get('x-request-id')
  }
  constructor(
    status: number,
    detail: unknown,
    message = typeof detail === 'string' ? detail : `HTTP ${status}`,
  ) {
    super(message)
    this.status = status
    this.detail = detail
  }
}

/** 400: the request contradicts itself or names something that cannot be, such as an unknown filter value. */
export class BadRequest extends Refused {}
/** 401: no credential, or one that is not valid (any more). */
export class Unauthorized extends Refused {}
/** 403: a valid credential that may not do this. */
export class Forbidden extends Refused {}
/** 404: nothing under this id in the organization of the credential. */
export class NotFound extends Refused {}
/** 409: the thing exists in a state that does not allow this, or somebody else changed it meanwhile. */
export class Conflict extends Refused {}
/** 5xx: the server or something behind it failed; the same request may work later. */
export class ServerError extends Refused {}

/** 422: fields of the request cannot be used; `errors` say where and why. Empty where the server gave one sentence. */
export class ValidationFailed extends Refused {
  readonly errors: ValidationEntry[]
  constructor(status: number, detail: unknown) {
    const errors: ValidationEntry[] = Array.isArray(detail) ? detail : []
    const sentences = errors.map((error) => `${error.loc.join('.')}: ${error.msg}`)
    super(status, detail, sentences.length > 0 ? sentences.join('; ') : undefined)
    this.errors = errors
  }
}

/** 429: the organization has used its scans of this UTC day. */
export class DailyLimitReached extends Refused {
  readonly limit: number
  readonly used: number
  readonly resetsAt: Date
  /** @param now the server's time */
  constructor(detail: { limit: number; used: number }, now: Date) {
    const resetsAt = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
    super(
      429,
      detail,
      `${detail.used} of ${detail.limit} scans used today; resets at ${resetsAt.toISOString()}`,
    )
    this.limit = detail.limit
    this.used = detail.used
    this.resetsAt = resetsAt
  }
}

/** No answer came. */
export class ConnectionLost extends ToscanError {
  /** False only where the request certainly never reached the server, so that repeating it does nothing twice. */
  mayHaveBeenReceived: boolean
  constructor(message: string, options: { cause?: unknown; mayHaveBeenReceived: boolean }) {
    super(message, { cause: options.cause })
    this.mayHaveBeenReceived = options.mayHaveBeenReceived
  }
}

/** The time that the caller gave has passed. */
export class TimedOut extends ToscanError {
  /** Of a submission: it may have been accepted, and can be repeated under its id. */
  readonly mayHaveBeenReceived = true
}

/** The scan that was waited for could not be carried out; `scan.error` says why. */
export class ScanFailed extends ToscanError {
  readonly scan: Open<ScanRecord>
  constructor(scan: Open<ScanRecord>) {
    super(
      scan.error ??
        (scan.status === 'failed' ? 'The scan failed' : `The scan ended as ${scan.status}, without a report`),
    )
    this.scan = scan
    this.scanId = scan.profile_id
  }
}

/** The request did not come from Toscan as it is: answer 400 and do nothing. */
export class WebhookNotVerified extends ToscanError {}

/** What answered is no Toscan server: a redirect, or a page where JSON should be. `baseUrl` may be wrong. */
export class UnexpectedAnswer extends Refused {}
