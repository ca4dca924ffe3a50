import type { Vault } from '../context.ts'
import type { RuleKind } from '../db/notifications/notifications.ts'
import { Unavailable } from '../errors.ts'
import type { PostGuarded } from '../net/http/post.ts'
import { type Message, slackMessage, teamsMessage } from './notice.ts'

export interface PostContext {
  vault: Vault
  post: PostGuarded
  userAgent: string
}

/** Sends a channel what it understands, by the door of webhooks. Null when it was taken; else why not. */
export async function postMessage(
  { vault, post, userAgent }: PostContext,
  channel: { kind: RuleKind; url_sealed: string | null },
  message: Message,
): Promise<string | null> {
  const body = channel.kind === 'teams' ? teamsMessage(message) : slackMessage(message)
  const url = opened(vault, channel.url_sealed ?? '')
  // Sealed with another key: said by the log of each attempt, and no reason to hold up the others.
  if (url === null) return 'sealed'
  const result = await post({
    url,
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: Buffer.from(JSON.stringify(body)),
  })
  if (!result.ok) return result.reason
  return result.status >= 200 && result.status < 300 ? null : `http_${result.status}`
}

function opened(vault: Vault, sealed: string): string | null {
  try {
    return vault.open(sealed)
  } catch (error) {
    if (error instanceof Unavailable) return null
    throw error
  }
}
