import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Coverage, EvidenceEntry } from '../../sdk/contract.ts'
import type { StoredReport } from '../../src/db/scans/scan-record.ts'
import { createFolderStore } from '../../src/evidence/folder-store.ts'
import { type SeededScan, seedScans } from '../support/seed-scans.ts'
import type { TestApi } from '../support/start-api.ts'

const AT = '2026-11-21T12:00:00.000000+00:00'
/** What a stranger would write to get out of a text node, turn a line round, or run in a spreadsheet. */
export const HOSTILE = `"><img src=x onerror="document.title='it ran'"><script>document.title='it ran'</script>`
const PAGE = `<!doctype html><h1>Anabela</h1><p>Private bookings in <b>Lisbon</b>, rates on request</p><script>document.title='it ran'</script><img src="https://elsewhere.example/beacon.png">`

/** One red pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

export const PROFILE_URL = 'https://www.instagram.com/anabela.noite/'

/** A finished deep scan with everything that a report can hold, gaps and hostile words included. */
export async function seedReport(api: TestApi, orgId: string, folder: string): Promise<SeededScan> {
  const report = sampleReport()
  const [scan] = await seedScans(api.opened.db, orgId, [
    {
      profile_url: PROFILE_URL,
      username: 'anabela.noite',
      created_at: '2026-11-21T11:59:00.000000+00:00',
      processing_started_at: '2026-11-21T11:59:01.000000+00:00',
      processing_completed_at: '2026-11-21T12:00:16.000000+00:00',
      recommendation: 'review_high',
      risk_score: 75,
      confidence: 'high',
      metadata: JSON.stringify({ case: 7, note: HOSTILE }),
      report,
      coverage: COVERAGE,
    },
  ])
  if (!scan) throw new Error('nothing was seeded')
  const store = createFolderStore(join(folder, 'evidence'))
  for (const [ref, type, bytes] of CAPTURES) {
    await store.put(hashOf(bytes), bytes)
    await sql`
      insert into captures (scan_id, org_id, ref, kind, url, final_url, redirects, status, headers, identity, fetched_at,
                            sha256, bytes, truncated)
      values (${scan.scan_id}, ${orgId}, ${ref}, ${type === 'image/png' ? 'screenshot' : 'answer'}, ${PROFILE_URL}, ${PROFILE_URL}, '[]', 200,
              ${JSON.stringify({ 'content-type': type })}::json, 'declared', ${AT}::timestamptz, ${hashOf(bytes)},
              ${bytes.length}, false)`.execute(api.opened.db)
  }
  return scan
}

const CAPTURES: [ref: string, type: string, bytes: Buffer][] = [
  ['E1', 'text/html', Buffer.from(PAGE)],
  ['E5', 'image/png', PICTURE],
]

const COVERAGE: Coverage = {
  mode: 'deep',
  score: 0.72,
  steps: [
    { step: 'profile', status: 'completed', detail: null, started_at: AT, duration_ms: 275 },
    { step: 'ban_check', status: 'completed', detail: null, started_at: AT, duration_ms: 275 },
    { step: 'links', status: 'partial', detail: null, started_at: AT, duration_ms: 4100 },
    { step: 'social', status: 'completed', detail: 'no_social_profiles', started_at: AT, duration_ms: 10 },
    { step: 'search', status: 'skipped', detail: 'not_configured', started_at: AT, duration_ms: 0 },
    { step: 'images', status: 'skipped', detail: 'nothing_to_look_at', started_at: AT, duration_ms: 0 },
    { step: 'analysis', status: 'completed', detail: null, started_at: AT, duration_ms: 3 },
  ],
  steps_completed: ['profile', 'ban_check', 'links', 'social', 'analysis'],
  steps_skipped: ['search', 'images'],
  steps_failed: [],
  urls_visited: 4,
  urls_failed: 0,
  failed_urls: [],
  login_blocked_urls: ['https://gated.example/anabela'],
  bot_blocked_urls: [],
  referrer_matches: { total: 1, by_domain: { 'linktr.ee': 1 } },
  pages_truncated: false,
  screenshots: { taken: 1, missed: [] },
}

export function sampleReport(): StoredReport {
  return {
    recommendation: 'review_high',
    risk_score: 75,
    confidence: 'high',
    reason_codes: ['escort_offer', 'escort_directory_link'],
    reason_summary:
      'The page offers paid private meetings, with a fee, a place or a way to book [E1]. The links lead to a booking directory [E3].',
    review_targets: [PROFILE_URL, 'https://directory.example/anabela.noite', 'javascript:alert(1)'],
    link_chain: 'profile -> link_hub -> directory',
    evidence_index: [
      entry('E1', {
        url: PROFILE_URL,
        type: 'profile',
        domain: 'instagram.com',
        title: `Anabela ${HOSTILE}`,
        hop: 0,
        binding: 'own',
        codes: ['escort_offer'],
        sha256: hashOf(Buffer.from(PAGE)),
      }),
      entry('E2', {
        url: 'https://linktr.ee/anabelanoite',
        domain: 'linktr.ee',
        title: '@anabelanoite',
        via: 'E1',
        binding: 'links_back',
        snippet: `Lisbon\u202e ${HOSTILE}`,
      }),
      entry('E3', {
        url: 'https://directory.example/anabela.noite',
        domain: 'directory.example',
        title: '=HYPERLINK("https://evil.example")',
        via: 'E2',
        hop: 2,
        binding: 'second_hop',
        codes: ['escort_directory_link'],
      }),
      entry('E4', {
        url: 'https://gated.example/anabela',
        domain: 'gated.example',
        via: 'E2',
        hop: 2,
        binding: 'second_hop',
        outcome: 'login_wall',
        http_status: 302,
      }),
      entry('E5', {
        url: PROFILE_URL,
        type: 'screenshot',
        domain: 'instagram.com',
        shows: 'E1',
        hop: 0,
        binding: 'own',
        sha256: hashOf(PICTURE),
      }),
    ],
    findings: [
      {
        code: 'escort_offer',
        family: 'in_person',
        severity: 'high',
        title: 'Paid in-person intimate service offered',
        probability: 0.795,
        contribution: 43,
        score_without: 43,
        evidence: [
          {
            ref: 'E1',
            channel: 'bio',
            quote: 'Private bookings in Lisbon, rates on request',
            hit: { start: 0, length: 33 },
            cut: { before: false, after: true },
            url: null,
            rule: 'escort_offer/booking',
            mitigation: null,
          },
          {
            ref: 'E1',
            channel: 'bio',
            quote: 'Private bookings in Lisbon, rates on request',
            hit: { start: 34, length: 10 },
            cut: { before: false, after: true },
            url: null,
            rule: 'escort_offer/on_request',
            mitigation: null,
          },
        ],
      },
      {
        code: 'escort_directory_link',
        family: 'in_person',
        severity: 'high',
        title: 'Link chain reaches a booking directory',
        probability: 0.51,
        contribution: 20,
        score_without: 68,
        evidence: [
          {
            ref: 'E3',
            channel: 'link',
            quote: 'https://directory.example/anabela.noite',
            url: 'https://directory.example/anabela.noite',
            rule: 'escort_directory_link/listed_host',
            mitigation: null,
          },
        ],
      },
    ],
    profile: {
      platform: 'instagram',
      handle: 'anabela.noite',
      name: `Anabela Noite ${HOSTILE}`,
      bio: `Harbour\u202e, by night. ${'No_space_'.repeat(40)}`,
      followers: 12300,
      verified: true,
      created: '2020-05-01T00:00:00.000Z',
      picture: null,
      read_at: AT,
    },
    score_parts: [
      { kind: 'code', code: 'escort_offer', points: 43 },
      { kind: 'code', code: 'escort_directory_link', points: 20 },
      { kind: 'weak_signs', code: null, points: 12 },
    ],
    analysis_mode: 'rules',
    policy_version: '04dd5b7b7bb9',
    would_change: [
      {
        kind: 'carried_by',
        code: null,
        ref: 'E1',
        recommendation: 'review_medium',
        text: 'Most of it hangs on the bio [E1]: without that the score would be 43 (review: medium).',
      },
      {
        kind: 'without_code',
        code: 'escort_offer',
        ref: 'E1',
        recommendation: 'review_medium',
        text: 'Without escort_offer the score would be 43 (review_medium).',
      },
    ],
  }
}

function entry(ref: string, more: Partial<EvidenceEntry>): EvidenceEntry {
  return {
    ref,
    url: '',
    type: 'page',
    domain: '',
    title: '',
    snippet: '',
    captured_at: AT,
    http_status: 200,
    sha256: null,
    hop: 1,
    via: null,
    binding: 'linked',
    outcome: 'ok',
    codes: [],
    ...more,
  }
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
