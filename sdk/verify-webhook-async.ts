import type { ReceivedEvent } from './received-event.ts'
import {
  type HeaderValues,
  noSignatureMatches,
  payloadOf,
  type RawBody,
  type Secrets,
  type VerifyOptions,
  webhookParts,
} from './webhook-parts.ts'

/**
 * `verifyWebhook` by WebCrypto, for workers at the edge, Deno, Bun and browsers. To be awaited: unawaited it has checked nothing.
 * @param rawBody as it was received: `await request.text()`, or its bytes
 * @param secrets `whsec_…`; several while one is being rotated
 * @throws WebhookNotVerified; ToscanError without a secret, with one that cannot be any, or with a parsed body
 */
export async function verifyWebhookAsync(
  rawBody: RawBody,
  headers: HeaderValues,
  secrets: Secrets,
  options: VerifyOptions = {},
): Promise<ReceivedEvent> {
  const { signed, signatures, keys } = webhookParts(rawBody, headers, secrets, options)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  for (const bytes of keys) {
    const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify'])
    for (const signature of signatures)
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return payloadOf(rawBody)
  }
  throw noSignatureMatches()
}
