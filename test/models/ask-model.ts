import type { Evidence } from '../../src/evidence/evidence.ts'
import { modelOf } from '../../src/models/model-of.ts'
import type { Consultation } from '../../src/models/opinion.ts'
import { createReviewer, type Reviewer, type ReviewerOptions } from '../../src/models/reviewer.ts'
import { createServiceFetch } from '../../src/net/http/service-fetch.ts'
import { pack } from '../policy/built-in-pack.ts'
import { baseUrlOf, type ModelServer, type Protocol } from './model-server.ts'

/** A page of a creator with one text for each channel that is named. */
export function page(
  texts: Partial<Record<Evidence['texts'][number]['channel'], string>>,
  more: Partial<Evidence> = {},
): Evidence {
  return {
    ref: 'E1',
    type: 'profile',
    url: 'https://profile.example/ana',
    finalUrl: 'https://profile.example/ana',
    domain: 'profile.example',
    platform: null,
    handle: 'ana',
    title: '',
    outcome: 'ok',
    outcomeSignal: 'open_graph',
    httpStatus: 200,
    capturedAt: '2026-05-01T10:00:00.000Z',
    sha256: null,
    hop: 0,
    binding: 'own',
    via: null,
    mentionsCreator: false,
    linksBack: false,
    redirects: [],
    texts: Object.entries(texts).map(([channel, text]) => ({
      channel: channel as Evidence['texts'][number]['channel'],
      text,
    })),
    links: [],
    facts: {},
    ...more,
  }
}

/** A model's answer as text. */
export function answer(
  findings: { code: string; quote: string; evidence_ref?: string; stance?: string }[],
  more: { language?: string; injection_seen?: boolean } = {},
): string {
  return JSON.stringify({
    findings: findings.map((finding) => ({
      evidence_ref: 'E1',
      stance: 'offers',
      why: 'because',
      ...finding,
    })),
    language: 'en',
    injection_seen: false,
    ...more,
  })
}

/** The real reviewer behind the real door, asking a server on loopback. */
export function reviewerOf(
  server: ModelServer,
  protocol: Protocol = 'openai-compatible',
  more: Partial<ReviewerOptions> = {},
): { reviewer: Reviewer; close(): Promise<void> } {
  const baseUrl = baseUrlOf(server, protocol)
  const door = createServiceFetch({ baseUrl })
  const id = `${protocol}:test-model`
  const reviewer = createReviewer({
    id,
    model: modelOf(id, { fetch: door.fetch, baseUrl, apiKey: 'key-of-the-test' }),
    timeoutMs: 20_000,
    price: { input: 1, output: 10, cached: 0.1 },
    memory: null,
    ledger: null,
    ...more,
  })
  return { reviewer, close: () => door.close() }
}

export async function consult(
  server: ModelServer,
  evidence: Evidence[],
  {
    protocol,
    signal,
    ...more
  }: Partial<ReviewerOptions> & { protocol?: Protocol; signal?: AbortSignal } = {},
): Promise<Consultation> {
  const { reviewer, close } = reviewerOf(server, protocol, more)
  try {
    return await reviewer.consult(
      { pack, platform: evidence[0]?.platform ?? null, mode: 'deep', evidence, orgId: null },
      signal ?? new AbortController().signal,
    )
  } finally {
    await close()
  }
}
