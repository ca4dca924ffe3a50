import { ConnectionLost, Refused, ServerError, TimedOut, ValidationFailed } from '../../../sdk/client.ts'
import { retryAfterMs } from '../../../sdk/retry-after.ts'
import { NotSent } from '../session/not-sent.ts'

const MAYBE_DONE = 'It may have been done: look before you repeat it.'

/** What to tell a person about an error. */
export function messageOf(error: unknown): string {
  if (error instanceof ConnectionLost && isChange(error)) {
    if (error.cause instanceof NotSent) return error.cause.message
    if (error.mayHaveBeenReceived) return `The connection was lost before the answer. ${MAYBE_DONE}`
  }
  if (error instanceof ConnectionLost) return 'The service cannot be reached.'
  if (error instanceof TimedOut)
    return `The service did not answer in time.${isChange(error) ? ` ${MAYBE_DONE}` : ''}`
  if (error instanceof ServerError) return `The service failed (${error.status}). The same may work later.`
  if (error instanceof Refused && !isOfService(error)) return wordsForOther(error)
  return error instanceof Error ? error.message : 'Something went wrong.'
}

/** What the service says about the one field of a form; null for any other failure. */
export function refusalOf(error: unknown): string | null {
  return error instanceof ValidationFailed ? (error.errors[0]?.msg ?? error.message) : null
}

/** Whether the service itself refused: all that it says is JSON. Proxies and firewalls answer with pages of their own. */
export function isOfService({ headers }: Refused): boolean {
  return /\bjson\b/.test(headers.get('content-type') ?? '')
}

function wordsForOther({ status, headers }: Refused): string {
  if (status !== 429)
    return `Something between this page and the service answered in its place (${status}). If it stays so, tell whoever runs Toscan.`
  const seconds = Math.ceil(retryAfterMs(headers) / 1000)
  return `Too many requests at once. Try again ${seconds > 0 ? `in ${seconds} s` : 'in a moment'}.`
}

/** The client's words begin with the method. */
function isChange(error: ConnectionLost | TimedOut): boolean {
  return !error.message.startsWith('GET ')
}
