import type { ValidationEntry } from '../../../sdk/contract.ts'

/** An answer of the service that is no success. */
export class ApiError extends Error {
  readonly status: number
  /** As it came: a text, a list of wrong fields (422), or the daily limit (429). */
  readonly detail: unknown

  constructor(status: number, detail: unknown) {
    super(typeof detail === 'string' ? detail : `The service answered with ${status}.`)
    this.status = status
    this.detail = detail
  }
}

/** Signed out before a change could be sent. Nothing was done, and nothing will be repeated on its own. */
export class SignedOut extends Error {
  constructor() {
    super('You were signed out. Nothing was sent: sign in and try again.')
  }
}

/** The wrong fields of a 422. */
export function wrongFields(error: unknown): ValidationEntry[] {
  return error instanceof ApiError && Array.isArray(error.detail) ? error.detail : []
}

/** The daily limit that a 429 tells of. */
export function dailyLimit(error: unknown): { limit: number; used: number } | null {
  if (!(error instanceof ApiError) || error.status !== 429) return null
  const { detail } = error
  if (typeof detail !== 'object' || detail === null || !('limit' in detail) || !('used' in detail))
    return null
  return { limit: Number(detail.limit), used: Number(detail.used) }
}

/** What to tell a person. */
export function messageOf(error: unknown): string {
  if (error instanceof TypeError) return 'The service cannot be reached.'
  if (error instanceof ApiError && error.status >= 500) return `The service failed (${error.status}).`
  return error instanceof Error ? error.message : 'Something went wrong.'
}
