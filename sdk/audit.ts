import type { ActAction, AuditAct, AuditActList } from './contract.ts'
import type { Open } from './open.ts'
import { type Pages, pagesOf } from './pages.ts'
import type { CallOptions, Transport } from './transport.ts'

export interface ActFilter {
  /** Of people the id or e-mail address, of keys the id, of commands the account. */
  actor?: string
  action?: ActAction
  /** Moments, ISO 8601; `from` inclusive, `to` exclusive. */
  from?: string
  to?: string
}

/** Who did what in the organization. Takes an administrator's session. */
export interface Audit {
  /** Newest first. `limit`: acts per page, 1 to 100. */
  list(
    filter?: ActFilter & { limit?: number; after?: string },
    options?: CallOptions,
  ): Pages<Open<AuditAct>, Open<AuditActList>>
  /** The oldest first, as JSON lines or CSV. @throws BadRequest where it is more than one file takes: choose a time */
  export(filter?: ActFilter & { format?: 'ndjson' | 'csv' }, options?: CallOptions): Promise<Blob>
}

const PATH = '/api/v2/org/audit'

export function auditOf(transport: Transport): Audit {
  return {
    list: (filter = {}, options = {}) =>
      pagesOf(
        (after) =>
          transport.json<Open<AuditActList>>({
            ...options,
            method: 'GET',
            path: PATH,
            query: { ...filter, after: after ?? filter.after },
          }),
        (page) => page.acts,
      ),
    export: (filter = {}, options) =>
      transport.bytes({ ...options, method: 'GET', path: `${PATH}/export`, query: { ...filter } }),
  }
}
