import type { Open } from '../../../../sdk/client.ts'
import type { NotificationTerms } from '../../../../sdk/contract.ts'

/** `changes, high risk and cases that wait 24 hours; once a day`. */
export function termsWords({ changes, high_risk, queue_hours, pace }: Open<NotificationTerms>): string {
  const parts = [
    changes ? 'changes' : null,
    high_risk ? 'high risk' : null,
    queue_hours === null ? null : `cases that wait ${queue_hours} ${queue_hours === 1 ? 'hour' : 'hours'}`,
  ].filter((part) => part !== null)
  const last = parts.at(-1)
  if (last === undefined) return 'nothing'
  const all = parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${last}` : last
  return `${all}; ${pace === 'daily' ? 'once a day' : 'at once'}`
}
