import type { CreatorRecord, CreatorSharers, ScanList, ScanSummary } from './contract.ts'
import type { Open } from './open.ts'
import { type Pages, pagesOf } from './pages.ts'
import type { CallOptions, Transport } from './transport.ts'

/** One profile over all its scans; any address of it will do, however it is written. */
export interface Creators {
  /** @throws NotFound of somebody of whom no scan has ended */
  get(profileUrl: string, options?: CallOptions): Promise<Open<CreatorRecord>>
  /** Newest first. */
  scans(
    profileUrl: string,
    filter?: { limit?: number; after?: string },
    options?: CallOptions,
  ): Pages<Open<ScanSummary>, Open<ScanList>>
  /** Other creators of the organization who share a link, a handle or a picture with this one. */
  sharers(profileUrl: string, options?: CallOptions): Promise<Open<CreatorSharers>>
}

const PATH = '/api/v2/org/creators'

export function creatorsOf(transport: Transport): Creators {
  return {
    get: (profile_url, options) =>
      transport.json({ ...options, method: 'GET', path: PATH, query: { profile_url } }),
    scans: (profile_url, filter = {}, options = {}) =>
      pagesOf(
        (after) =>
          transport.json<Open<ScanList>>({
            ...options,
            method: 'GET',
            path: `${PATH}/scans`,
            query: { ...filter, profile_url, after: after ?? filter.after },
          }),
        (page) => page.scans,
      ),
    sharers: (profile_url, options) =>
      transport.json({ ...options, method: 'GET', path: `${PATH}/sharers`, query: { profile_url } }),
  }
}
