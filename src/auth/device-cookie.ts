import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { hashToken } from './tokens.ts'

/**
 * A browser that has signed in to an account keeps a cookie that says so, one for each account, and nothing else: it lets
 * nobody in. By it the person's own attempts are told from a stranger's.
 */
export function nameOfDeviceCookie(email: string): string {
  return `toscan.device_${hashToken(email).slice(0, 16)}`
}

export function newDeviceCookie(secret: string, email: string): string {
  const device = randomBytes(18).toString('base64url')
  return `${device}.${sign(secret, email, device)}`
}

/** The device that the cookie names; null for one that we have not made for this account. */
export function readDeviceCookie(secret: string, email: string, cookie: string | null | undefined) {
  const [device = '', signature = ''] = (cookie ?? '').split('.')
  const [given, right] = [Buffer.from(signature), Buffer.from(sign(secret, email, device))]
  return given.length === right.length && timingSafeEqual(given, right) ? device : null
}

function sign(secret: string, email: string, device: string): string {
  return createHmac('sha256', secret).update(`toscan device ${device} ${email}`).digest('base64url')
}
