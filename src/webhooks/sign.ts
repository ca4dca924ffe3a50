import { createHmac } from 'node:crypto'

export interface SignedHeaders {
  'webhook-id': string
  'webhook-timestamp': string
  'webhook-signature': string
}

/**
 * Standard Webhooks 1.0.0: HMAC-SHA256 over `id.timestamp.body`, one `v1,<base64>` per live secret, separated by blanks.
 * @param secrets `whsec_<base64>`, the current one first
 * @param at the moment of this attempt
 */
export function sign(message: { id: string; body: string; secrets: string[]; at: Date }): SignedHeaders {
  const timestamp = String(Math.floor(message.at.getTime() / 1000))
  const signatures = message.secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${message.id}.${timestamp}.${message.body}`).digest('base64')}`
  })
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
