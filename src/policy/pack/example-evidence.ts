import type { Evidence } from '../../evidence/evidence.ts'
import type { Subject } from '../finding.ts'
import type { Example, ExampleEvidence } from './code-schema.ts'
import { hostOf } from './host-list.ts'

/** An example of a code's file as `evaluate` input, so that a rule is its own test, an operator's rules too. */
export function exampleEvidence(example: Example): { evidence: Evidence[]; subject: Subject } {
  const {
    platform = null,
    handle = 'ana',
    evidence = [],
  } = typeof example === 'string' ? { evidence: [{ text: example }] } : example
  const url = `https://${platform ?? 'profile'}.example/${handle}`
  return {
    evidence: evidence.map((each, i) => fill(each, i, platform, handle, url)),
    subject: { platform, handle, url },
  }
}

function fill(
  given: ExampleEvidence,
  i: number,
  platform: string | null,
  handle: string,
  profileUrl: string,
): Evidence {
  const url = given.url ?? (i === 0 ? profileUrl : `https://page${i}.example/${handle}`)
  const redirects = given.redirects ?? []
  return {
    ref: `E${i + 1}`,
    type: given.type ?? (i === 0 ? 'profile' : 'page'),
    url,
    finalUrl: url,
    domain: hostOf(url) ?? '',
    platform: given.platform ?? (i === 0 ? platform : null),
    handle: given.handle ?? (i === 0 ? handle : null),
    title: '',
    outcome: given.outcome ?? 'ok',
    outcomeSignal: given.outcome ?? 'http_200',
    httpStatus: 200,
    capturedAt: '2026-06-01T00:00:00.000Z',
    sha256: null,
    hop: given.hop ?? (i === 0 ? 0 : 1),
    binding: given.binding ?? (i === 0 ? 'own' : 'linked'),
    via: i === 0 ? null : 'E1',
    mentionsCreator: given.mentionsCreator ?? i === 0,
    linksBack: given.linksBack ?? false,
    redirects,
    texts: given.text === undefined ? [] : [{ channel: given.channel ?? 'bio', text: given.text }],
    links: (given.links ?? []).map((link) => ({ url: link, domain: hostOf(link) ?? '', label: '' })),
    facts: given.facts ?? {},
  }
}
