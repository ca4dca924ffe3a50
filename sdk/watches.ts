import type {
  DeletedWatch,
  ScanMode,
  ScanSummary,
  Watch,
  WatchChange,
  WatchChangeList,
  WatchList,
  WatchRecord,
  WatchScanList,
  WatchSchedule,
} from './contract.ts'
import type { Open } from './open.ts'
import { type Pages, pagesOf } from './pages.ts'
import type { CallOptions, Transport } from './transport.ts'

interface Terms {
  name?: string
  scan_mode?: ScanMode
  callback_url?: string | null
  muted?: boolean
  /** ISO 8601; null: never. A moment that has passed ends it. */
  ends_at?: string | null
}

export interface NewWatch extends Terms {
  /** What to watch, a thousand addresses at most; or give `view_id`. */
  profile_urls?: readonly string[]
  /** A saved view: each run scans what it lists then. */
  view_id?: string
  schedule: WatchSchedule
  /** Of one profile: a completed scan of it, to compare the first one with. */
  since_scan_id?: string
}

export interface WatchUpdate extends Terms {
  profile_urls?: readonly string[]
  schedule?: WatchSchedule
  /** Nothing is scanned until then; null: go on. */
  snoozed_until?: string | null
}

interface PageFilter {
  limit?: number
  after?: string
}

/** Standing orders to scan profiles again, and what has changed. */
export interface Watches {
  /** Newest first. `profile_url`: only those that watch this address. */
  list(
    filter?: PageFilter & { profile_url?: string },
    options?: CallOptions,
  ): Pages<Open<Watch>, Open<WatchList>>
  create(watch: NewWatch, options?: CallOptions): Promise<Open<WatchRecord>>
  get(watchId: string, options?: CallOptions): Promise<Open<WatchRecord>>
  /** What is left out stays. */
  update(watchId: string, change: WatchUpdate, options?: CallOptions): Promise<Open<WatchRecord>>
  /** With the list of what changed; its scans stay. */
  remove(watchId: string, options?: CallOptions): Promise<Open<DeletedWatch>>
  /** Newest first. */
  scans(
    watchId: string,
    filter?: PageFilter,
    options?: CallOptions,
  ): Pages<Open<ScanSummary>, Open<WatchScanList>>
  /** What has changed, newest first; of one watch, or of all. */
  changes(
    filter?: PageFilter & { watch_id?: string },
    options?: CallOptions,
  ): Pages<Open<WatchChange>, Open<WatchChangeList>>
}

const PATH = '/api/v2/org/watches'

export function watchesOf(transport: Transport): Watches {
  const pathOf = (watchId: string) => `${PATH}/${encodeURIComponent(watchId)}`
  const pages = <Item, Page extends { next_cursor: string | null }>(
    path: string,
    filter: PageFilter & Record<string, string | number | undefined>,
    options: CallOptions,
    itemsOf: (page: Page) => Item[],
  ): Pages<Item, Page> =>
    pagesOf(
      (after) =>
        transport.json<Page>({
          ...options,
          method: 'GET',
          path,
          query: { ...filter, after: after ?? filter.after },
        }),
      itemsOf,
    )
  return {
    list: (filter = {}, options = {}) =>
      pages(PATH, { ...filter }, options, (page: Open<WatchList>) => page.watches),
    create: (body, options) => transport.json({ ...options, method: 'POST', path: PATH, body }),
    get: (watchId, options) => transport.json({ ...options, method: 'GET', path: pathOf(watchId) }),
    update: (watchId, body, options) =>
      transport.json({ ...options, method: 'PATCH', path: pathOf(watchId), body }),
    remove: (watchId, options) => transport.json({ ...options, method: 'DELETE', path: pathOf(watchId) }),
    scans: (watchId, filter = {}, options = {}) =>
      pages(`${pathOf(watchId)}/scans`, { ...filter }, options, (page: Open<WatchScanList>) => page.scans),
    changes: ({ watch_id, ...filter } = {}, options = {}) =>
      pages(
        watch_id === undefined ? '/api/v2/org/changes' : `${pathOf(watch_id)}/changes`,
        { ...filter },
        options,
        (page: Open<WatchChangeList>) => page.changes,
      ),
  }
}
