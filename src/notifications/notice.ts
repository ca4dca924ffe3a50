import { MOST_COUNTED, type Told, type ToldChange, type ToldScan } from '../db/notifications/notifications.ts'
import type { MailContent } from '../mail/mail.ts'
import { oneLine } from '../mail/words.ts'

/** What somebody is told at one time. */
export interface Notice {
  orgId: string
  orgName: string
  changes: Told<ToldChange>
  highRisk: Told<ToldScan>
  /** Cases that wait too long; null: none, or not asked for. */
  waiting: { count: number; hours: number } | null
}

export function isEmpty({ changes, highRisk, waiting }: Notice): boolean {
  return changes.count === 0 && highRisk.count === 0 && waiting === null
}

/** @param baseUrl of the dashboard */
export function mailOf(notice: Notice, baseUrl: string): MailContent {
  return {
    subject: `${oneLine(notice.orgName)}: ${headline(notice)}`,
    text: `${[...paragraphs(notice, baseUrl), footer(baseUrl, notice)].join('\n\n')}\n`,
  }
}

/** What a channel is told, in paragraphs. */
export interface Message {
  paragraphs: string[]
  /** The same without links, for whoever has a button for one. */
  withoutLinks: string[]
  /** Of the dashboard. */
  url: string
}

/** @param baseUrl of the dashboard */
export function messageOf(notice: Notice, baseUrl: string): Message {
  const first = `${oneLine(notice.orgName)}: ${headline(notice)}`
  return {
    paragraphs: [first, ...paragraphs(notice, baseUrl)],
    withoutLinks: [first, ...paragraphs(notice, '')],
    url: `${baseUrl}/o/${notice.orgId}`,
  }
}

/** What somebody sends to see whether it comes. */
export function testMessage(
  { orgId, orgName, by }: { orgId: string; orgName: string; by: string },
  baseUrl: string,
): Message {
  const text = `${oneLine(orgName)}: a test message, sent by ${oneLine(by)}. Nothing has happened.`
  return { paragraphs: [text], withoutLinks: [text], url: `${baseUrl}/o/${orgId}` }
}

/** What an incoming webhook of Slack takes, and of everybody who understands it: Mattermost, Rocket.Chat, Discord behind `/slack`. */
export function slackMessage({ paragraphs: all }: Message) {
  const escaped = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return { text: escaped(all.join('\n\n')) }
}

/** What an incoming webhook of Teams (Workflows) takes. */
export function teamsMessage({ withoutLinks, url }: Message) {
  const escaped = (text: string) => text.replace(/[\\[\]()*_`#>~|]/g, '\\$&')
  // A blank line between, or Teams makes one line of them.
  const blocks = withoutLinks.join('\n').split('\n').filter(Boolean)
  const content = {
    type: 'AdaptiveCard',
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    version: '1.4',
    body: blocks.map((text) => ({ type: 'TextBlock', text: escaped(text), wrap: true })),
    actions: [{ type: 'Action.OpenUrl', title: 'Open Toscan', url }],
  }
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }],
  }
}

function headline({ changes, highRisk, waiting }: Notice): string {
  return [
    changes.count > 0 ? counted(changes.count, 'profile has changed', 'profiles have changed') : null,
    highRisk.count > 0
      ? counted(highRisk.count, 'scan calls for review: high', 'scans call for review: high')
      : null,
    waiting ? counted(waiting.count, 'case waits', 'cases wait') : null,
  ]
    .filter(Boolean)
    .join(', ')
}

function paragraphs(notice: Notice, baseUrl: string): string[] {
  const { changes, highRisk, waiting, orgId } = notice
  const linkTo = (scanId: string) => (baseUrl === '' ? '' : `\n  ${baseUrl}/o/${orgId}/scans/${scanId}`)
  return [
    ...changes.items.map(({ url, watch_name, changes: all, scan_id }) => {
      const lines = all.map(({ text }) => `  - ${oneLine(text)}`).join('\n')
      return `${disarmed(url)} (${oneLine(watch_name)})\n${lines}${linkTo(scan_id)}`
    }),
    ...more(changes),
    ...highRisk.items.map(
      ({ url, risk_score, scan_id }) => `Review: high, ${risk_score}/100: ${disarmed(url)}${linkTo(scan_id)}`,
    ),
    ...more(highRisk),
    ...(waiting
      ? [
          `${counted(waiting.count, 'case has', 'cases have')} waited for a decision for more than ${waiting.hours} hours.${
            baseUrl === '' ? '' : `\n  ${baseUrl}/o/${orgId}/review`
          }`,
        ]
      : []),
  ]
}

function more({ items, count }: Told<unknown>): string[] {
  return count > items.length ? [`And ${counted(count - items.length, 'more', 'more')}.`] : []
}

function footer(baseUrl: string, { orgId }: Notice): string {
  return `Your notifications: ${baseUrl}/o/${orgId}/settings`
}

function counted(count: number, one: string, many: string): string {
  const number = count >= MOST_COUNTED ? `${MOST_COUNTED} or more` : String(count)
  return `${number} ${count === 1 ? one : many}`
}

/** Nobody follows it by a click on a message. */
function disarmed(url: string): string {
  return oneLine(url.replace(/^http/i, 'hxxp').replaceAll('.', '[.]'))
}
