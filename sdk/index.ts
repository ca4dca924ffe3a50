/** The entry for servers: the client, and what needs Node. */
export * from './client.ts'
export { type VerifyOptions, verifyWebhook, WebhookNotVerified } from './verify-webhook.ts'
