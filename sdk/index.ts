/** The entry for servers: the client, and what needs Node. */
export * from './client.ts'
export { verifyWebhook } from './verify-webhook.ts'
