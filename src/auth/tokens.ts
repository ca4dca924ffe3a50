import { hash, randomBytes } from 'node:crypto'

/** `sk_` and 64 hex characters: 256 random bits, so that one SHA-256 is enough to store it by. */
export function newApiKey(): string {
  return `sk_${randomBytes(32).toString('hex')}`
}

export function newSessionToken(): string {
  return `ses_${randomBytes(32).toString('base64url')}`
}

export function newInvitationToken(): string {
  return `join_${randomBytes(32).toString('base64url')}`
}

export function newResetToken(): string {
  return `reset_${randomBytes(32).toString('base64url')}`
}

/** Standard Webhooks 1.0.0: `whsec_` and base64 of 24 to 64 random bytes. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** Hex SHA-256, the only form in which credentials are stored. */
export function hashToken(token: string): string {
  return hash('sha256', token)
}
