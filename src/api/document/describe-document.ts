import { z } from 'zod'
import type { NamedEndpoint } from '../http/endpoint.ts'
import { EXAMPLES } from './examples.ts'

const Operation = z.looseObject({
  operationId: z.string(),
  parameters: z.array(z.unknown()).optional(),
  requestBody: z.looseObject({ required: z.boolean().optional() }).optional(),
  responses: z.record(z.string(), z.looseObject({ description: z.string() })),
})
type Operation = z.infer<typeof Operation>
const Paths = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), Operation)) })

const STATUSES: Readonly<Record<string, string>> = {
  200: 'Done.',
  201: 'Made.',
  202: 'Taken on: it is done behind this answer.',
  204: 'Done; there is nothing to say.',
  400: 'The body is no JSON, or the request contradicts itself.',
  401: 'No credential, or one that is not valid (any more).',
  403: 'A valid credential that may not do this, or a session without an organization.',
  404: 'Nothing under this id in the organization of the credential.',
  409: 'It exists in a state that does not allow this, or somebody else changed it meanwhile.',
  410: 'It was here, and its bytes are kept no longer.',
  413: 'The body is larger than this endpoint takes.',
  422: 'Fields cannot be used: a list says which and why, or one sentence does.',
  429: 'The daily limit of the organization is used up until 00:00 UTC; or the key has made the requests that it may make a minute, and `detail` is a sentence; of streams: too many are open. `Retry-After` comes with the latter two.',
}

/** They may meet every request, wherever it goes. */
const EVERYWHERE = {
  431: 'The headers are larger than 16 KiB. Answered by the HTTP parser, which closes the connection.',
  500: 'The service failed. The log has the reason, under the `x-request-id` of the answer.',
  503: 'The database cannot be reached. `Retry-After` says when to try again.',
}

/** What the generator cannot know: when each status comes, which bodies may be left out, and what is sent by webhook. */
export function describeDocument(document: object, endpoints: NamedEndpoint[]): object {
  const named = (which: NamedEndpoint[]) => new Set(which.map(({ operationId }) => operationId))
  const bodyless = named(endpoints.filter((each) => each.bodyMayBeAbsent))
  const tagged = named(endpoints.filter((each) => each.method === 'GET' && !each.produces))
  const examples = new Map(
    endpoints.map((each) => [each.operationId, EXAMPLES[`${each.method} ${openPath(each.path)}`]]),
  )
  const paths = mapValues(Paths.parse(document).paths, (methods) =>
    mapValues(methods, (operation) => ({
      ...operation,
      ...(operation.requestBody && {
        requestBody: withExample(
          { ...operation.requestBody, required: !bodyless.has(operation.operationId) },
          examples.get(operation.operationId)?.request,
        ),
      }),
      ...(tagged.has(operation.operationId)
        ? {
            parameters: [...(operation.parameters ?? []), IF_NONE_MATCH],
            responses: withTag(described(operation, examples.get(operation.operationId)?.answer)),
          }
        : { responses: described(operation, examples.get(operation.operationId)?.answer) }),
    })),
  )
  return { ...document, paths, webhooks: webhooks() }
}

function described({ responses }: Operation, example: unknown) {
  const words: Readonly<Record<string, string>> = { ...STATUSES, ...EVERYWHERE }
  const known = mapValues(responses, (response, status) => ({
    ...(status.startsWith('2') ? withExample(response, example) : response),
    description: response.description === 'Default Response' ? (words[status] ?? '') : response.description,
  }))
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } }
  return {
    ...mapValues(EVERYWHERE, (description) => ({ description, content })),
    ...known,
  }
}

/** With what the service answered, or was asked, where that is JSON and somebody has written it down. */
function withExample<T extends object>(part: T, example: unknown): T {
  const known = Content.safeParse('content' in part ? part.content : undefined)
  if (example === undefined || !known.success) return part
  const { 'application/json': json, ...others } = known.data
  return { ...part, content: { ...others, 'application/json': { ...json, example } } }
}

const Content = z.looseObject({ 'application/json': z.looseObject({}) })

function openPath(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}')
}

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of the answer that you have: where it still holds, 304 comes instead of it.',
  schema: { type: 'string' },
}

function withTag(responses: Record<string, object>) {
  const ETag = {
    description: 'Names what the answer says, `fetched_at` aside; for `If-None-Match`.',
    schema: { type: 'string' },
  }
  return {
    ...responses,
    200: { ...responses[200], headers: { ETag } },
    304: { description: 'What you have still holds. There is no body.', headers: { ETag } },
  }
}

const webhooks = () => ({
  'scan.completed': webhook('scanCompleted', 'ScanCompletedEvent', 'A scan has ended with a report.'),
  'scan.failed': webhook(
    'scanFailed',
    'ScanFailedEvent',
    'A scan has ended without a report; `error` says why.',
  ),
  'scan.changed': webhook(
    'scanChanged',
    'ScanChangedEvent',
    'A scan of a watched profile has shown something else than was known. Not of muted watches.',
  ),
  test: webhook('test', 'TestEvent', 'Sent when an administrator tries the receiver. Nothing was scanned.'),
})

function webhook(operationId: string, shape: string, summary: string) {
  const type = operationId.replace(/[A-Z]/, (letter) => `.${letter.toLowerCase()}`)
  const schema = { $ref: `#/components/schemas/${shape}` }
  return {
    post: {
      operationId,
      summary,
      description:
        'Signed by [Standard Webhooks](https://www.standardwebhooks.com); verify the body as it was received, before any JSON parser. It may come more than once.',
      tags: ['Webhooks'],
      security: [],
      parameters: [
        header(
          'webhook-id',
          'The same on every attempt for one event: what was done under it need not be done again.',
        ),
        header(
          'webhook-timestamp',
          'Seconds since 1970 at this attempt. Refuse what is more than five minutes away.',
        ),
        header(
          'webhook-signature',
          '`v1,` and base64, one for each secret that is valid, with blanks between.',
        ),
        header('webhook-attempt', 'The number of this attempt, from 1.'),
      ],
      requestBody: withExample(
        { required: true, content: { 'application/json': { schema } } },
        EXAMPLES[`webhook ${type}`]?.request,
      ),
      responses: {
        '2XX': { description: 'Received. Anything else is tried again.' },
        410: { description: 'Never again: the address is disabled.' },
        '4XX': { description: 'Tried again on schedule.' },
      },
    },
  }
}

function header(name: string, description: string) {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } }
}

function mapValues<T, R>(
  record: Readonly<Record<string, T>>,
  change: (value: T, name: string) => R,
): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]))
}
