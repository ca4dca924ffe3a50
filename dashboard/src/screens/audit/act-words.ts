import type { ActAction } from '../../../../sdk/contract.ts'

/** What the machine calls an act, in people's words; in the order in which they are offered. */
export const ACTION_WORDS: Record<ActAction, string> = {
  sign_in: 'Signed in',
  'sign_in.failed': 'Failed to sign in',
  sign_out: 'Signed out',
  'session.create': 'Made a session token',
  'password.change': 'Changed their password',
  'password.reset_link': 'Made a link for a new password',
  'password.reset': 'Chose a new password by a link',
  'passkey.add': 'Added a passkey',
  'passkey.remove': 'Removed a passkey',
  'member.add': 'Added somebody',
  'member.change': 'Changed a role',
  'member.remove': 'Removed somebody',
  'invitation.create': 'Invited somebody',
  'invitation.withdraw': 'Withdrew an invitation',
  'invitation.accept': 'Accepted an invitation',
  'key.create': 'Created an API key',
  'key.change': 'Changed the limit of an API key',
  'key.revoke': 'Revoked an API key',
  'webhook_secret.rotate': 'Rotated the signing secret',
  'settings.change': 'Changed the callback',
  'policy.change': 'Changed the policy',
  'criterion.create': 'Wrote a criterion',
  'criterion.change': 'Changed a criterion',
  'criterion.state': 'Set the state of a criterion',
  'criterion.delete': 'Deleted a criterion',
  'retention.change': 'Changed how long things are kept',
  'review_settings.change': 'Changed how reviews go',
  'watch.create': 'Began to watch profiles',
  'watch.change': 'Changed a watch',
  'watch.delete': 'Deleted a watch',
  'notifications.change': 'Chose what they are told by mail',
  'channel.create': 'Had a channel told',
  'channel.change': 'Changed a channel',
  'channel.test': 'Sent a test message to a channel',
  'channel.delete': 'Tells a channel nothing more',
  'view.create': 'Saved a view for the team',
  'view.change': 'Changed a view of the team',
  'view.delete': 'Deleted a view of the team',
  'review.decision': 'Decided on a scan',
  'review.second_decision': 'Decided a second time',
  'review.finding': 'Judged a finding',
  'review.assignment': 'Assigned a scan',
  'comment.create': 'Commented on a scan',
  'scans.delete': 'Deleted scans',
  'scan.cancel': 'Cancelled scans',
  'scans.export': 'Exported scans',
  'scan.replay': 'Judged a scan again',
  'evidence.delete': 'Deleted stored pages',
  'evidence.export': 'Exported evidence',
  'webhook.resend': 'Resent a webhook',
  'webhook.recover': 'Resent failed webhooks',
  'webhook.test': 'Sent a test event',
  'audit.export': 'Exported the audit trail',
  'audit.expire': 'Rows of the audit trail went',
  'org.create': 'Made the organization',
  'org.delete': 'Deleted the organization',
  'limits.change': 'Changed the limits',
  'instance_key.rotate': 'Rotated the instance key',
  'backup.write': 'Wrote a backup',
  'backup.restore': 'Restored a backup',
  'copy.release': 'Released a restored copy',
}

/** A later service may know acts that we do not. */
export function actionWords(action: string): string {
  return action in ACTION_WORDS ? ACTION_WORDS[action as ActAction] : action
}

export interface Change {
  name: string
  before: string | null
  after: string | null
}

/** What of an act's facts has changed; of what was there on one side only, that. */
export function changesOf(
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
): Change[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names.flatMap((name) => {
    const change = {
      name: name.replaceAll('_', ' '),
      before: textOf(before?.[name]),
      after: textOf(after?.[name]),
    }
    const isSame = before !== null && after !== null && change.before === change.after
    return isSame && names.length > 1 ? [] : [change]
  })
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
