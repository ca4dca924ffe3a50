import { RotatedSecret, ScanAccepted, type ScanMode, ScanRecord } from '../sdk/contract.ts'

/** The service as an integrator calls it: plain HTTP with a key. */
export interface Client {
  /** @param callbackUrl empty: none */
  submit(mode: ScanMode, profileUrl: string, callbackUrl: string): Promise<string>
  read(scanId: string): Promise<ScanRecord>
}

export function createClient(baseUrl: string, key: string): Client {
  return {
    async submit(mode, profileUrl, callbackUrl) {
      const body = {
        profile_url: profileUrl,
        ...(callbackUrl !== '' && { callback_url: callbackUrl }),
        metadata: { from: 'demo' },
      }
      const answer = await call(`${baseUrl}/api/v2/scan/${mode}`, key, body)
      return ScanAccepted.parse(answer).scan_id
    },
    read: async (scanId) => ScanRecord.parse(await call(`${baseUrl}/api/v2/scans/${scanId}`, key)),
  }
}

/** A fresh webhook secret; the session is an administrator's. */
export async function newWebhookSecret(baseUrl: string, session: string): Promise<string> {
  const body = { grace_period_seconds: 0 }
  const answer = await call(`${baseUrl}/api/v2/org/webhook-secret/rotate`, session, body)
  return RotatedSecret.parse(answer).webhook_secret
}

async function call(url: string, credential: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return response.json()
}
