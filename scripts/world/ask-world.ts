import { modelOf } from '../../src/models/model-of.ts'
import type { Consultation } from '../../src/models/opinion.ts'
import { createReviewer, type Reviewer } from '../../src/models/reviewer.ts'
import { createServiceFetch } from '../../src/net/http/service-fetch.ts'
import { type Knowledge, type StandIn, startStandIn } from '../../test/support/stand-in-models.ts'
import type { WorldCreator } from './plan.ts'

/** Which model reads along: one whose character is known, or one behind a server. */
export type WorldModel =
  | { kind: 'stand-in'; standIn: StandIn }
  | { kind: 'server'; baseUrl: string; name: string; apiKey: string | undefined; timeoutMs: number }

export interface AskedWorld {
  reviewer: Reviewer
  consultations: Consultation[]
  /** What was asked and said, as a provider would count it: system text, schema and evidence; answers. Empty of a real server. */
  asked: readonly string[]
  said: readonly string[]
  close(): Promise<void>
}

/** One that hangs is not waited for; the others are, on however busy a machine. */
const PATIENCE_MS = 20_000
const PATIENCE_WITH_SILENCE_MS = 500

/** The product's own reviewer and its door, asking a model over HTTP. */
export async function askWorld(model: WorldModel, creators: readonly WorldCreator[]): Promise<AskedWorld> {
  const server = model.kind === 'stand-in' ? await startStandIn(model.standIn, knowledgeOf(creators)) : null
  const [id, baseUrl, apiKey] =
    model.kind === 'stand-in'
      ? [`openai-compatible:${model.standIn}`, `${server?.origin}/v1`, undefined]
      : [`openai-compatible:${model.name}`, model.baseUrl, model.apiKey]
  const door = createServiceFetch({ baseUrl })
  const consultations: Consultation[] = []
  const reviewer = createReviewer({
    id,
    model: modelOf(id, { fetch: door.fetch, baseUrl, apiKey }),
    timeoutMs: patienceWith(model),
    price: null,
    memory: null,
    ledger: null,
    onConsulted: (consultation) => consultations.push(consultation),
  })
  return {
    reviewer,
    consultations,
    get asked() {
      return [...(server?.requests ?? []), ...(server?.confirmations ?? [])].map(
        ({ prompt, body }) => `${prompt}\n${JSON.stringify(body.response_format ?? '')}`,
      )
    },
    said: server?.said ?? [],
    close: async () => {
      await door.close()
      await server?.close()
    },
  }
}

function patienceWith(model: WorldModel): number {
  if (model.kind === 'server') return model.timeoutMs
  return model.standIn === 'hangs' ? PATIENCE_WITH_SILENCE_MS : PATIENCE_MS
}

/** What is true of the creators, sentence by sentence and link by link. */
function knowledgeOf(creators: readonly WorldCreator[]): Knowledge {
  return {
    sentences: creators.flatMap(({ placed, kind }) =>
      placed.flatMap(({ text, code, isOwners }) =>
        code !== null && (isOwners || kind === 'injection') ? [{ text, code }] : [],
      ),
    ),
    links: creators.flatMap(({ link, truth }) =>
      link ? truth.codes.map((code) => ({ url: link.url, code })) : [],
    ),
  }
}
