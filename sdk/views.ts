import type { DeletedView, OrgView, OrgViewList, ViewFilter } from './contract.ts'
import type { Open } from './open.ts'
import type { CallOptions, Transport } from './transport.ts'

/** Filters of the list of scans that everybody in the organization sees. All of these take a session. */
export interface Views {
  list(options?: CallOptions): Promise<Open<OrgViewList>>
  /** @throws Conflict where a view of this name exists; BadRequest for a filter that the list would refuse */
  create(view: { name: string; filter: ViewFilter }, options?: CallOptions): Promise<Open<OrgView>>
  /** What is left out stays. For whoever made it, and for administrators. */
  update(
    viewId: string,
    view: { name?: string; filter?: ViewFilter },
    options?: CallOptions,
  ): Promise<Open<OrgView>>
  /** For whoever made it, and for administrators. */
  remove(viewId: string, options?: CallOptions): Promise<Open<DeletedView>>
}

const PATH = '/api/v2/org/views'

export function viewsOf(transport: Transport): Views {
  const pathOf = (viewId: string) => `${PATH}/${encodeURIComponent(viewId)}`
  return {
    list: (options) => transport.json({ ...options, method: 'GET', path: PATH }),
    create: (body, options) => transport.json({ ...options, method: 'POST', path: PATH, body }),
    update: (viewId, body, options) =>
      transport.json({ ...options, method: 'PATCH', path: pathOf(viewId), body }),
    remove: (viewId, options) => transport.json({ ...options, method: 'DELETE', path: pathOf(viewId) }),
  }
}
