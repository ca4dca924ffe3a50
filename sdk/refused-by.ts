import {
  BadRequest,
  Conflict,
  DailyLimitReached,
  Forbidden,
  NotFound,
  Refused,
  ServerError,
  Unauthorized,
  ValidationFailed,
} from './errors.ts'

/** The error for an answer that is no success. `text` is its body. */
export function refusedBy(response: Response, text: string): Refused {
  return Object.assign(errorFor(response, text), { headers: response.headers })
}

function errorFor(response: Response, text: string): Refused {
  const { status } = response
  const detail = detailOf(text)
  if (status === 400) return new BadRequest(status, detail)
  if (status === 401) return new Unauthorized(status, detail)
  if (status === 403) return new Forbidden(status, detail)
  if (status === 404) return new NotFound(status, detail)
  if (status === 409) return new Conflict(status, detail)
  if (status === 422) return new ValidationFailed(status, detail)
  if (status === 429 && isDailyLimit(detail)) return new DailyLimitReached(detail, timeOf(response))
  if (status >= 500) return new ServerError(status, detail)
  return new Refused(status, detail)
}

/** What is no JSON comes from something in front of the service: its first words say more than nothing. */
function detailOf(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body !== 'object' || body === null) return body
    // `message` is what the sign-in routes say.
    return Reflect.get(body, 'detail') ?? Reflect.get(body, 'message') ?? body
  } catch {
    return text.slice(0, 200)
  }
}

function isDailyLimit(detail: unknown): detail is { limit: number; used: number } {
  return (
    typeof detail === 'object' &&
    detail !== null &&
    Reflect.get(detail, 'error') === 'daily_scan_limit_exceeded' &&
    typeof Reflect.get(detail, 'limit') === 'number'
  )
}

function timeOf(response: Response): Date {
  const date = Date.parse(response.headers.get('date') ?? '')
  return Number.isNaN(date) ? new Date() : new Date(date)
}
