import type { ApiKey, ApiKeyList, CreatedApiKey, RevokedApiKey } from './contract.ts'
import type { Open } from './open.ts'
import type { CallOptions, Transport } from './transport.ts'

/** All of these take a session: a key can neither make, list nor revoke keys. */
export interface ApiKeys {
  /** `key` of the answer is shown this once. */
  create(
    key?: { name?: string; requests_per_minute?: number | null },
    options?: CallOptions,
  ): Promise<Open<CreatedApiKey>>
  list(filter?: { include_revoked?: boolean }, options?: CallOptions): Promise<Open<ApiKeyList>>
  /** Takes an administrator. `null`: as many requests as the key likes. */
  change(
    keyId: string,
    change: { requests_per_minute: number | null },
    options?: CallOptions,
  ): Promise<Open<ApiKey>>
  revoke(keyId: string, options?: CallOptions): Promise<Open<RevokedApiKey>>
}

const PATH = '/api/v2/org/api-keys'

export function apiKeysOf(transport: Transport): ApiKeys {
  return {
    create: (body = {}, options) => transport.json({ ...options, method: 'POST', path: PATH, body }),
    list: (filter, options) =>
      transport.json({ ...options, method: 'GET', path: PATH, query: { ...filter } }),
    change: (keyId, body, options) =>
      transport.json({ ...options, method: 'PATCH', path: `${PATH}/${encodeURIComponent(keyId)}`, body }),
    revoke: (keyId, options) =>
      transport.json({ ...options, method: 'DELETE', path: `${PATH}/${encodeURIComponent(keyId)}` }),
  }
}
