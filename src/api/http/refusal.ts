/** An answer other than success that the interface describes; `detail` goes out as it is. */
export class Refusal extends Error {
  readonly status: number
  readonly detail: unknown
  /** Seconds. */
  readonly retryAfter: number | undefined
  constructor(status: number, detail: unknown, retryAfter?: number) {
    super(typeof detail === 'string' ? detail : `refused with ${status}`)
    this.status = status
    this.detail = detail
    this.retryAfter = retryAfter
  }
}
