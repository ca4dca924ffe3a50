import type { ReactNode } from 'react'
import type { Open } from '../../../../sdk/client.ts'
import type { WebhookAttempt, WebhookDelivery } from '../../../../sdk/contract.ts'
import { showPlainly } from '../../text/show-plainly.ts'

/** Waiting for its first attempt and waiting for its next one are one state on the wire, and two for a reader. */
export function statusWords({
  status,
  attempt_count,
}: Pick<Open<WebhookDelivery>, 'status' | 'attempt_count'>) {
  switch (status) {
    case 'delivered':
      return { shape: '✓', word: 'Delivered', ink: 'text-none' }
    case 'failed':
      return { shape: '✗', word: 'Failed', ink: 'text-high' }
    case 'skipped':
      return { shape: '⊘', word: 'Skipped', ink: 'text-gap' }
    case 'pending':
      return attempt_count > 0
        ? { shape: '↻', word: 'Retrying', ink: 'text-medium' }
        : { shape: '…', word: 'Waiting', ink: 'text-muted' }
    default:
      return { shape: '?', word: showPlainly(status), ink: 'text-muted' }
  }
}

export function DeliveryStatus({
  delivery,
}: {
  delivery: Pick<Open<WebhookDelivery>, 'status' | 'attempt_count'>
}) {
  return <StateMark {...statusWords(delivery)} />
}

/** A state by shape, word and colour; what else belongs to it stands behind the word. */
export function StateMark({
  shape,
  word,
  ink,
  children,
}: {
  shape: string
  word: string
  ink: string
  children?: ReactNode
}) {
  return (
    <span className={`inline-flex items-center gap-1.5 font-medium ${ink}`}>
      <span aria-hidden="true">{shape}</span>
      {word}
      {children}
    </span>
  )
}

/** Of a row in a list: the status, or the error, or that there was none. */
export function LastAnswer({
  row: { last_status_code: status, last_error: error },
}: {
  row: Pick<Open<WebhookDelivery>, 'last_status_code' | 'last_error'>
}) {
  return (
    <span className={`text-muted ${status ? 'whitespace-nowrap' : ''}`}>
      {status ? `HTTP ${status}` : showPlainly(error ?? '—')}
    </span>
  )
}

/** What an attempt came to: `503`, or why there was no answer. */
export function outcomeText({
  status_code,
  error,
  detail,
}: Pick<Open<WebhookAttempt>, 'status_code' | 'error' | 'detail'>): string {
  const words = [status_code === null ? null : `HTTP ${status_code}`, error, detail]
  const said = words.filter((word, index) => word && words.indexOf(word) === index).join(': ')
  return showPlainly(said || 'No answer')
}
