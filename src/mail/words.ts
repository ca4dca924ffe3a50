import type { MailContent } from './mail.ts'

/** What mails say. Names that others chose stand on one line, so that nobody writes more of a mail than a name. */

export function invitationMail(invitation: {
  orgName: string
  invitedBy: string
  url: string
  days: number
}): MailContent {
  const org = oneLine(invitation.orgName)
  return {
    subject: `Invitation to ${org} on Toscan`,
    text: `${oneLine(invitation.invitedBy)} invites you to the organization ${org} on Toscan.

Accept it here, within ${invitation.days} days:
${invitation.url}

The link works once and for this address only. If you do not expect it, leave it: nothing happens.
`,
  }
}

export function resetMail({ url, minutes }: { url: string; minutes: number }): MailContent {
  return {
    subject: 'A new password for Toscan',
    text: `Somebody, you perhaps, asked for a new password for this address.

Choose it here, within ${minutes} minutes:
${url}

The link works once. If it was not you, leave it: your password stays as it is.
`,
  }
}

const MOST_LETTERS = 120

/** Without line breaks and what turns a line round; no longer than a line. */
export function oneLine(text: string): string {
  const plain = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  return [...plain].length > MOST_LETTERS ? `${[...plain].slice(0, MOST_LETTERS).join('')}…` : plain
}
