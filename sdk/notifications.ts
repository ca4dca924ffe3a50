import type {
  DeletedChannel,
  Notice,
  NoticeList,
  NotificationChannel,
  NotificationSettings,
  NotificationTerms,
  SeenNotices,
  TestedChannel,
} from './contract.ts'
import type { Open } from './open.ts'
import { type Pages, pagesOf } from './pages.ts'
import type { CallOptions, Transport } from './transport.ts'

export interface NewChannel extends Partial<NotificationTerms> {
  kind: 'slack' | 'teams'
  name: string
  /** Of the incoming webhook; never shown again. */
  url: string
}

/** Who is told of what, where. All of these take a session. */
export interface Notifications {
  get(options?: CallOptions): Promise<Open<NotificationSettings>>
  /** What you are told by mail, from now on; what is left out is off. */
  setMine(terms: Partial<NotificationTerms>, options?: CallOptions): Promise<Open<NotificationSettings>>
  /** Takes an administrator. */
  createChannel(channel: NewChannel, options?: CallOptions): Promise<Open<NotificationChannel>>
  /** Takes an administrator; what is left out stays. */
  changeChannel(
    channelId: string,
    change: Partial<NewChannel>,
    options?: CallOptions,
  ): Promise<Open<NotificationChannel>>
  /** Takes an administrator. Sends one message now and says what the receiver made of it. */
  testChannel(channelId: string, options?: CallOptions): Promise<Open<TestedChannel>>
  /** Takes an administrator. */
  removeChannel(channelId: string, options?: CallOptions): Promise<Open<DeletedChannel>>
  /** What has happened, the newest first, and what you have seen of it. */
  notices(
    filter?: { limit?: number; after?: string },
    options?: CallOptions,
  ): Pages<Open<Notice>, Open<NoticeList>>
  /** You have seen these, or all until a moment. */
  seen(which: { notice_ids?: readonly string[]; until?: string }, options?: CallOptions): Promise<SeenNotices>
}

const PATH = '/api/v2/org/notifications'

export function notificationsOf(transport: Transport): Notifications {
  const pathOf = (channelId: string) => `${PATH}/channels/${encodeURIComponent(channelId)}`
  return {
    get: (options) => transport.json({ ...options, method: 'GET', path: PATH }),
    setMine: (body, options) => transport.json({ ...options, method: 'PUT', path: `${PATH}/mine`, body }),
    createChannel: (body, options) =>
      transport.json({ ...options, method: 'POST', path: `${PATH}/channels`, body }),
    changeChannel: (channelId, body, options) =>
      transport.json({ ...options, method: 'PATCH', path: pathOf(channelId), body }),
    testChannel: (channelId, options) =>
      transport.json({ ...options, method: 'POST', path: `${pathOf(channelId)}/test` }),
    removeChannel: (channelId, options) =>
      transport.json({ ...options, method: 'DELETE', path: pathOf(channelId) }),
    notices: (filter = {}, options = {}) =>
      pagesOf(
        (after) =>
          transport.json<Open<NoticeList>>({
            ...options,
            method: 'GET',
            path: '/api/v2/org/notices',
            query: { ...filter, after: after ?? filter.after },
          }),
        (page) => page.notices,
      ),
    seen: (body, options) =>
      transport.json({ ...options, method: 'POST', path: '/api/v2/org/notices/seen', body }),
  }
}
