import { ConnectionLost, ServerError, TimedOut, ValidationFailed } from '../../../sdk/client.ts'

/** What to tell a person about an error. */
export function messageOf(error: unknown): string {
  if (error instanceof ConnectionLost && error.mayHaveBeenReceived && isChange(error))
    return 'The connection was lost before the answer. It may have been done: look before you repeat it.'
  if (error instanceof ConnectionLost) return 'The service cannot be reached.'
  if (error instanceof TimedOut) return 'The service did not answer in time.'
  if (error instanceof ServerError) return `The service failed (${error.status}). The same may work later.`
  return error instanceof Error ? error.message : 'Something went wrong.'
}

/** What the service says about the one field of a form; null for any other failure. */
export function refusalOf(error: unknown): string | null {
  return error instanceof ValidationFailed ? (error.errors[0]?.msg ?? error.message) : null
}

function isChange(error: ConnectionLost): boolean {
  return !error.message.startsWith('GET ')
}
