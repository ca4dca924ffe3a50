import { createHmac, timingSafeEqual } from 'node:crypto'
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
 * Checks a webhook by Standard Webhooks and gives its payload. Synchronous, so that it cannot be left unawaited; takes Node.
 * @param rawBody as it was received: parsed and written again it would not match
 * @param secrets `whsec_…`; several while one is being rotated
 * @throws WebhookNotVerified; ToscanError without a secret, with one that cannot be any, or with a parsed body
 */
export function verifyWebhook(
  rawBody: RawBody,
  headers: HeaderValues,
  secrets: Secrets,
  options: VerifyOptions = {},
): ReceivedEvent {
  const { signed, signatures, keys } = webhookParts(rawBody, headers, secrets, options)
  const wanted = keys.map((key) => createHmac('sha256', key).update(signed).digest())
  if (!wanted.some((each) => signatures.some((signature) => isEqual(signature, each))))
    throw noSignatureMatches()
  return payloadOf(rawBody)
}

function isEqual(given: Uint8Array, wanted: Uint8Array): boolean {
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
