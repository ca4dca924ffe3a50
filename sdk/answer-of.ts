export interface AnswerFacts {
  status: number
  headers: Headers
  /** The request's name in the log of the server. */
  requestId: string | null
}

const facts = new WeakMap<object, AnswerFacts>()

/** The HTTP answer that a value came with; undefined for a value that is no answer of this client, such as one item of a list. */
export function answerOf(value: object): AnswerFacts | undefined {
  return facts.get(value)
}

/** Beside the value, not in it: it stays what the contract says. */
export function noteAnswer(value: unknown, { status, headers }: Response) {
  if (typeof value === 'object' && value !== null)
    facts.set(value, { status, headers, requestId: headers.get('x-request-id') })
}
