import { z } from 'zod'
import { CHANNEL_KINDS, PACES } from '../../../sdk/contract.ts'
import { boolean, integer, literal, moment, optional, required, string } from './checks.ts'
import { callbackUrl } from './scan-requests.ts'
import { storableText } from './storable-text.ts'

/** What is sent about notifications, with the checks of pydantic. */

const MOST_HOURS = 24 * 30

const terms = {
  changes: optional<boolean>(boolean, {
    type: 'boolean',
    description: 'What has changed of watched profiles. Default false.',
  }),
  high_risk: optional<boolean>(boolean, {
    type: 'boolean',
    description: 'Completed scans with `review_high`. Default false.',
  }),
  queue_hours: optional<unknown>(
    integer(1, MOST_HOURS),
    {
      type: ['integer', 'null'],
      minimum: 1,
      maximum: MOST_HOURS,
      description: 'Once a day, how many cases wait for a decision longer than so many hours. Null: never.',
    },
    true,
  ),
  pace: optional<(typeof PACES)[number]>(literal(PACES), {
    type: 'string',
    enum: [...PACES],
    description:
      '`at_once`: within two minutes, what comes in the next ten together. `daily`. Default at_once.',
  }),
}

export const ownNotificationsRequest = z.object(terms).meta({ id: 'OwnNotifications' })

const channelKind = {
  check: literal(CHANNEL_KINDS),
  docs: {
    type: 'string',
    enum: [...CHANNEL_KINDS],
    description: '`slack`: and whoever takes the same, as Mattermost does. `teams`: an adaptive card.',
  },
}
const channelName = {
  check: (value: unknown) =>
    string({ min: 1, max: 60 })(typeof value === 'string' ? storableText(value).trim() : value),
  docs: { type: 'string', minLength: 1, maxLength: 60 },
} as const
const channelUrl = (acceptsHttp: (url: string) => boolean) =>
  ({
    check: (value: unknown) =>
      value === null
        ? { type: 'url_type', msg: 'Input should be a valid URL' }
        : checkUrl(acceptsHttp, value),
    docs: {
      type: 'string',
      format: 'uri',
      maxLength: 2083,
      description: 'Of the incoming webhook, https. Never shown again.',
    },
  }) as const

export const createChannelRequest = (acceptsHttp: (url: string) => boolean) => {
  const url = channelUrl(acceptsHttp)
  return z
    .object({
      kind: required<(typeof CHANNEL_KINDS)[number]>(channelKind.check, channelKind.docs),
      name: required<string>(channelName.check, channelName.docs),
      url: required<string>(url.check, url.docs),
      ...terms,
    })
    .meta({ id: 'CreateChannelRequest' })
}

export const changeChannelRequest = (acceptsHttp: (url: string) => boolean) => {
  const url = channelUrl(acceptsHttp)
  return z
    .object({
      kind: optional<(typeof CHANNEL_KINDS)[number]>(channelKind.check, channelKind.docs),
      name: optional<string>(channelName.check, channelName.docs),
      url: optional<string>(url.check, url.docs),
      ...terms,
    })
    .meta({ id: 'ChangeChannelRequest', description: 'What is left out stays.' })
}

const MOST_SEEN = 100

export const seenNoticesRequest = z
  .object({
    notice_ids: optional<string[]>(
      (value) => {
        if (!Array.isArray(value)) return { type: 'list_type', msg: 'Input should be a valid list' }
        if (value.length > MOST_SEEN)
          return { type: 'too_long', msg: `List should have at most ${MOST_SEEN} items` }
        const at = value.findIndex((id) => typeof id !== 'string' || !/^[\w-]{1,64}$/.test(id))
        return at < 0 ? null : [{ type: 'value_error', msg: 'Value error, no id of a notice', path: [at] }]
      },
      { type: 'array', items: { type: 'string', maxLength: 64 }, maxItems: MOST_SEEN },
    ),
    until: optional<string>(moment, {
      type: 'string',
      format: 'date-time',
      description: 'All of this moment and before it: `at` of the newest that you were shown.',
    }),
  })
  .meta({ id: 'SeenNoticesRequest' })

/** As callback addresses are. */
function checkUrl(acceptsHttp: (url: string) => boolean, value: unknown) {
  const result = callbackUrl(acceptsHttp).safeParse(value)
  if (result.success) return null
  return result.error.issues.map((issue) => ({ type: 'url', ...Object(issue).params, msg: issue.message }))
}
