import { randomUUID } from 'node:crypto'
import { newWebhookSecret } from '../../auth/tokens.ts'
import { InvalidInput, Unavailable } from '../../errors.ts'
import { withMicroseconds } from '../../pipeline/coverage/with-microseconds.ts'
import { postSigned, receiverOf, secretOf } from './post-signed.ts'
import { type SAMPLE_EVENTS, sampleEvent } from './sample-event.ts'

/** `toscan trigger`: a made-up event to a receiver under development, signed as webhooks are. Takes no server and no key. */
export async function trigger(
  type: (typeof SAMPLE_EVENTS)[number],
  options: { forward: string; secret?: string },
) {
  const target = receiverOf(options.forward)
  const secret = secretOf(options.secret ?? newWebhookSecret())
  if (options.secret === undefined) console.error(`Secret of the signature: ${secret}`)
  const scanId = randomUUID()
  const body = JSON.stringify(sampleEvent(type, { scanId, at: withMicroseconds(new Date().toISOString()) }))
  const outcome = await postSigned(target, { id: `msg_${scanId.replaceAll('-', '')}`, body, secret })
  if (outcome === null) throw new Unavailable(`nobody listens at ${target.href}`)
  if (!/^2\d\d$/.test(outcome)) throw new InvalidInput(`the receiver did not take it: ${outcome}`)
  console.log(`${type} → ${outcome}`)
}
