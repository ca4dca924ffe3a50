/** What receivers see of us. */
export const WEBHOOK_USER_AGENT = 'Toscan-Webhooks/0.1'
