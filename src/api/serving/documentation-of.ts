import { ErrorBody } from '../../../sdk/contract.ts'
import type { NamedEndpoint } from '../http/endpoint.ts'

/** What the OpenAPI document is to say of an endpoint. */
export function documentationOf(definition: NamedEndpoint) {
  const answers = {
    ...definition.answers,
    401: ErrorBody,
    403: ErrorBody,
    ...(definition.body && { 400: ErrorBody, 413: ErrorBody }),
    ...(definition.access === 'any' && { 429: definition.answers[429] ?? ErrorBody }),
  }
  return {
    operationId: definition.operationId,
    summary: definition.summary,
    description: definition.description ?? definition.summary,
    tags: [definition.tag],
    ...(definition.body && { body: definition.body }),
    ...(definition.query && { querystring: definition.query }),
    ...(definition.params && { params: definition.params }),
    response: { ...answers, ...(definition.produces && { 200: fileDocumentation(definition) }) },
  }
}

function fileDocumentation({ produces = [], answers }: NamedEndpoint) {
  const content = Object.fromEntries(produces.map((type) => [type, { schema: answers[200] }]))
  // What generators of clients read there is the shape of one event's data.
  const description = produces.includes('text/event-stream')
    ? 'Events, each with this as JSON in one line of `data`.'
    : 'The bytes.'
  return { description, content }
}
