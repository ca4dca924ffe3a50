import answered from './examples.json' with { type: 'json' }

/** What the service was asked and answered, shortened, as `npm run examples` writes it down: by method and path, or `webhook` and type. */
export const EXAMPLES: Readonly<Record<string, { request?: unknown; answer?: unknown }>> = answered
