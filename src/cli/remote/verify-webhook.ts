import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { ToscanError, verifyWebhook, WebhookNotVerified } from '../../../sdk/index.ts'
import { InvalidInput } from '../../errors.ts'

const TOLERANCE_SECONDS = 300

export interface Signed {
  id: string
  timestamp: string
  signature: string
  secret: string
}

/** `toscan verify`: whether a webhook that somebody has kept is genuine. Exit code 1 when it is not. */
export async function verifyKeptWebhook(file: string, { id, timestamp, signature, secret }: Signed) {
  const body = await (file === '-' ? buffer(process.stdin) : readFile(file)).catch((cause) => {
    throw new InvalidInput(`${file} cannot be read`, { cause })
  })
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
  try {
    verifyWebhook(body, headers, secret, { toleranceSeconds: Number.POSITIVE_INFINITY })
  } catch (error) {
    if (error instanceof WebhookNotVerified) throw new InvalidInput(`not genuine: ${error.message}`)
    // A secret that was mistyped says nothing about the webhook.
    if (error instanceof ToscanError) throw new InvalidInput(error.message)
    throw error
  }
  console.log('genuine')
  const drift = Math.round(Date.now() / 1000 - Number(timestamp))
  if (Math.abs(drift) > TOLERANCE_SECONDS)
    console.error(
      `Its time is ${Math.abs(drift)} s ${drift > 0 ? 'past' : 'ahead'}: a receiver refuses it after ${TOLERANCE_SECONDS} s.`,
    )
}
