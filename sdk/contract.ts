import { z } from 'zod'

/** Every shape that the service puts on the wire. The prose stands in the API specification; this is its text in code. */

export const SCAN_MODES = ['deep', 'quick'] as const
export const RECOMMENDATIONS = ['no_flags', 'review_low', 'review_medium', 'review_high'] as const
export const CONFIDENCES = ['low', 'medium', 'high'] as const
export const STEPS = ['profile', 'ban_check', 'links', 'social', 'search', 'images', 'analysis'] as const
export const STEP_STATUSES = ['completed', 'partial', 'skipped', 'failed'] as const

export const SCAN_STATUSES = ['processing', 'completed', 'failed'] as const
export const DECISIONS = ['cleared', 'escalated', 'false_alarm'] as const
/** What the audit trail tells of. */
export const ACT_ACTIONS = [
  'sign_in',
  'sign_in.failed',
  'sign_out',
  'session.create',
  'password.change',
  'password.reset_link',
  'password.reset',
  'passkey.add',
  'passkey.remove',
  'org.create',
  'org.delete',
  'limits.change',
  'member.add',
  'member.change',
  'member.remove',
  'invitation.create',
  'invitation.withdraw',
  'invitation.accept',
  'key.create',
  'key.change',
  'key.revoke',
  'webhook_secret.rotate',
  'settings.change',
  'policy.change',
  'criterion.create',
  'criterion.change',
  'criterion.state',
  'criterion.delete',
  'retention.change',
  'review_settings.change',
  'view.create',
  'view.change',
  'view.delete',
  'watch.create',
  'watch.change',
  'watch.delete',
  'notifications.change',
  'channel.create',
  'channel.change',
  'channel.test',
  'channel.delete',
  'review.decision',
  'review.second_decision',
  'review.finding',
  'review.assignment',
  'comment.create',
  'webhook.resend',
  'webhook.recover',
  'webhook.test',
  'scan.cancel',
  'scans.delete',
  'scans.export',
  'scan.replay',
  'evidence.delete',
  'evidence.export',
  'audit.export',
  'audit.expire',
  'instance_key.rotate',
  'backup.write',
  'backup.restore',
  'copy.release',
] as const
export type ActAction = (typeof ACT_ACTIONS)[number]
export const ACTOR_KINDS = ['person', 'key', 'command', 'service', 'stranger'] as const
/** What a list can be asked for: `undecided` is completed, and nobody has decided. */
export const LISTED_DECISIONS = ['undecided', ...DECISIONS] as const

export const ScanMode = z.enum(SCAN_MODES)
export type ScanMode = z.infer<typeof ScanMode>
export const Recommendation = z.enum(RECOMMENDATIONS)
export type Recommendation = z.infer<typeof Recommendation>
export const Confidence = z.enum(CONFIDENCES)
export type Confidence = z.infer<typeof Confidence>
export const Decision = z.enum(DECISIONS)
export type Decision = z.infer<typeof Decision>
export type Step = (typeof STEPS)[number]
export type StepStatus = (typeof STEP_STATUSES)[number]

export const Timestamp = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}\+00:00$/)
  .meta({ format: 'date-time', description: 'ISO 8601, UTC, microseconds, explicit offset.' })

/** What of a request was understood by nobody. Nothing is refused for it. */
export const Warning = z
  .object({
    type: z.literal('ignored').meta({ description: 'More words may follow.' }),
    loc: z
      .array(z.string())
      .meta({ description: 'Where it stood: `body` or `query`, then the name, shortened where it is long.' }),
    msg: z.string().meta({ description: 'For people.' }),
    meant: z
      .string()
      .optional()
      .meta({ description: 'The known name that it resembles; absent where none is near.' }),
  })
  .meta({ id: 'Warning' })
export type Warning = z.infer<typeof Warning>

const warnings = z.array(Warning).optional().meta({
  description:
    'What of the request was ignored because it is not known here, 20 at most. Only present where there is something to say.',
})

/** A page of a longer list: `next_cursor` goes into `after` of the next request. */
const page = {
  next_cursor: z
    .string()
    .nullable()
    .meta({ description: 'For `after` of the next request; null at the end.' }),
  has_more: z.boolean().meta({ description: 'Whether there is a next page.' }),
  fetched_at: Timestamp,
  warnings,
}

const Metadata = z.record(z.string(), z.unknown()).meta({ description: 'Echoed as it was submitted.' })

export const CoverageStep = z.object({
  step: z.string(),
  status: z.enum(STEP_STATUSES),
  detail: z.string().nullable(),
  started_at: Timestamp.nullable(),
  duration_ms: z.int().nullable(),
})
export type CoverageStep = z.infer<typeof CoverageStep>

/** What was looked at, and what could not be seen. */
export const Coverage = z
  .object({
    mode: ScanMode,
    score: z.number().min(0).max(1),
    steps: z.array(CoverageStep),
    steps_completed: z.array(z.string()),
    steps_skipped: z.array(z.string()),
    steps_failed: z.array(z.string()),
    urls_visited: z.int(),
    urls_failed: z.int(),
    failed_urls: z.array(z.object({ url: z.string(), reason: z.string() })),
    login_blocked_urls: z
      .array(z.string())
      .meta({ description: 'Pages behind a login, or behind an age gate.' }),
    age_gated_urls: z
      .array(z.string())
      .optional()
      .meta({ description: 'Those of `login_blocked_urls` that ask for an age. Absent in older reports.' }),
    bot_blocked_urls: z.array(z.string()).meta({
      description: 'Pages that answer scanners with a challenge or refusal, or ask them to come later.',
    }),
    rate_limited_urls: z
      .array(z.string())
      .optional()
      .meta({ description: 'Those of `bot_blocked_urls` that ask to come later. Absent in older reports.' }),
    referrer_matches: z.object({ total: z.int(), by_domain: z.record(z.string(), z.int()) }),
    pages_truncated: z.boolean(),
    left_out: z
      .object({
        pages_cut: z.int().meta({ description: 'Pages of which only the beginning was read.' }),
        letters: z.int().meta({ description: 'Letters known to stand there and not read.' }),
        links: z.int().meta({ description: 'Links that nobody looked behind.' }),
        links_by_host: z
          .record(z.string(), z.int())
          .meta({ description: 'The hosts with most of them, as far as they were told apart.' }),
        first_links: z.array(z.string()).meta({ description: 'The most interesting of them.' }),
        pictures: z.int().meta({ description: 'Pictures of the pages that were not read.' }),
        search_hits: z.int(),
      })
      .optional()
      .meta({
        description: 'What was found and, for its number or size, not read. Absent in older reports.',
      }),
    visitor_letters: z.int().optional().meta({
      description:
        'Letters of comments and reviews that visitors left on the pages: not judged as the creator’s. Absent in older reports.',
    }),
    languages: z
      .array(
        z.object({
          language: z.string().meta({ description: 'ISO 639-1.' }),
          letters: z.int().meta({ description: 'Letters of the texts that are told to be in it.' }),
          minor_safety: z.boolean().meta({
            description: 'The rules know how one states one’s age, school year or year of birth in it.',
          }),
          rules: z
            .boolean()
            .meta({ description: 'The rules know its words for offers, threats and payment.' }),
          refs: z
            .array(z.string())
            .meta({ description: 'The first pages with texts in it, where something is not covered.' }),
        }),
      )
      .optional()
      .meta({
        description:
          'What the texts are written in, most letters first; short texts of which nobody can tell are not counted. Text in a language of which `minor_safety` or `rules` is false counts half, and its step says `language_not_covered`. Absent in older reports.',
      }),
    evidence: z.literal('not_stored').optional().meta({
      description:
        '`not_stored`: the bytes of some pages could not be kept; the entries of `evidence_index` and the details of the steps say which. Absent where all were.',
    }),
    same_handle: z
      .object({
        asked: z.int().meta({ description: 'Sites that were asked whether somebody there has the handle.' }),
        found: z.array(z.string()).meta({
          description:
            'Profiles that are there. Whose they are is not known; see their binding in `evidence_index`.',
        }),
        unanswered: z.array(z.object({ url: z.string(), reason: z.string() })),
      })
      .optional()
      .meta({ description: 'Absent where other sites are not asked for the same handle.' }),
    screenshots: z
      .object({ taken: z.int(), missed: z.array(z.object({ url: z.string(), reason: z.string() })) })
      .optional()
      .meta({ description: 'Absent where no screenshots are taken.' }),
  })
  .meta({ id: 'Coverage' })
export type Coverage = z.infer<typeof Coverage>

export const EvidenceEntry = z
  .object({
    ref: z.string(),
    url: z.string(),
    type: z.string(),
    domain: z.string(),
    title: z.string(),
    snippet: z.string(),
    captured_at: z.string(),
    http_status: z.int().nullable(),
    sha256: z.string().nullable(),
    evidence: z.string().optional().meta({
      description: '`not_stored`: the page was read, and its bytes could not be kept; `sha256` is null.',
    }),
    hop: z.int(),
    via: z.string().nullable().optional().meta({
      description: 'The `ref` of the evidence that led here; null for the profile itself.',
    }),
    binding: z.string(),
    outcome: z.string(),
    kind: z.string().optional().meta({
      description: 'What it is on the way there, as in `link_chain`. Absent in older reports.',
    }),
    rendered: z.literal(true).optional().meta({
      description: 'Read after a browser had run the scripts of the page; `sha256` is of that document.',
    }),
    shows: z
      .string()
      .optional()
      .meta({ description: 'Of a screenshot: the `ref` of the page that it shows.' }),
    codes: z.array(z.string()),
  })
  .meta({ id: 'EvidenceEntry' })
export type EvidenceEntry = z.infer<typeof EvidenceEntry>

export const CaptureBytes = z.string().meta({ id: 'CaptureBytes', format: 'binary' })

export const EvidenceManifest = z
  .object({
    manifest: z.string().meta({
      description: 'JSON; it is the UTF-8 of this very text that is signed. docs/evidence.md describes it.',
    }),
    signature: z.string().meta({ description: 'Ed25519, base64.' }),
    key_id: z.string().meta({ description: '`kid` of the key.' }),
    time_stamp: z
      .object({
        hashes: z
          .string()
          .meta({ description: 'The stamped text: SHA-256 of manifests, this one among them.' }),
        token: z.string().meta({ description: 'RFC 3161, base64.' }),
        stamped_at: Timestamp,
      })
      .nullable()
      .meta({ description: 'Null without a time-stamping authority, and for a minute.' }),
  })
  .meta({ id: 'EvidenceManifest' })
export type EvidenceManifest = z.infer<typeof EvidenceManifest>

export const Resembled = z
  .object({
    wording: z.string().meta({
      description:
        'The nearest known wording of the code: a text of the training set, invented, to the letter.',
    }),
    language: z
      .string()
      .nullable()
      .meta({ description: 'Of `wording`, ISO 639-1; null where nobody can tell.' }),
    similarity: z.number().min(0).max(1).meta({
      description: 'How near: the cosine of the two in what the classifier heeds. No probability.',
    }),
    families: z.array(z.string()).meta({
      description: 'The kinds of words that it rests on, in words for people, the weightiest first.',
    }),
    embedding: z
      .object({
        shift: z.number().min(-1).max(1).meta({ description: 'What it added to the log odds, in tenths.' }),
        tipped: z.boolean().meta({
          description: 'Without it the code would not have been named; such a finding counts little.',
        }),
      })
      .optional()
      .meta({
        description:
          'What the operator’s embedding model had to do with it. Absent where it had nothing, or there is none.',
      }),
  })
  .meta({ id: 'Resembled' })
export type Resembled = z.infer<typeof Resembled>

export const ReportFinding = z
  .object({
    code: z.string(),
    family: z.string(),
    severity: z.string(),
    title: z.string(),
    probability: z.number(),
    contribution: z.int().meta({
      description:
        'Points of `risk_score` that are this code’s: its Shapley share of the raw score, scaled by cap and floor. With the other `score_parts` they add up to `risk_score`. Where `score_without` is absent: `risk_score` minus the score without this code.',
    }),
    score_without: z
      .int()
      .min(0)
      .max(100)
      .optional()
      .meta({ description: 'The score without this code. Absent in older reports.' }),
    evidence: z.array(
      z.object({
        ref: z.string(),
        channel: z.string(),
        quote: z.string().meta({
          description:
            'Words of the stored text, to the letter: the sentence or line of the hit, some 240 letters at most. The masked hit alone where anything endangers a child; an address where that is the hit.',
        }),
        hit: z
          .object({ start: z.int().min(0), length: z.int().min(1) })
          .optional()
          .meta({
            description:
              'Where the hit stands in `quote`, in UTF-16 units. Absent where it is all of it, and in older reports.',
          }),
        cut: z.object({ before: z.boolean(), after: z.boolean() }).optional().meta({
          description: 'Whether the sentence goes on before or behind `quote`. Absent where it is whole.',
        }),
        url: z.string().nullable(),
        rule: z.string(),
        mitigation: z.string().nullable(),
        resembles: Resembled.optional().meta({
          description:
            'Of a finding of the classifier, which no rule made: what it can be checked by. Absent in older reports.',
        }),
      }),
    ),
  })
  .meta({ id: 'ReportFinding' })
export type ReportFinding = z.infer<typeof ReportFinding>

/** What a model's reading brought; the same for a new answer and a remembered one. */
export const ModelReview = z
  .object({
    id: z.string().meta({ description: 'Provider and model, as configured.' }),
    prompt_version: z.string(),
    outcome: z.enum(['used', 'set_aside', 'failed']),
    detail: z.string().nullable().meta({ description: 'Why it was set aside or failed.' }),
    findings: z.int().meta({ description: 'Findings whose quote stands in the cited evidence.' }),
    dropped: z.record(z.string(), z.int()).meta({ description: 'Proposed findings that do not, by reason.' }),
    language: z.string().nullable(),
    injection_seen: z.boolean(),
  })
  .meta({ id: 'ModelReview' })
export type ModelReview = z.infer<typeof ModelReview>

/** Something that the result hangs on. */
export const PossibleChange = z
  .object({
    kind: z.string(),
    code: z.string().nullable(),
    ref: z.string().nullable(),
    recommendation: Recommendation.nullable().meta({
      description: 'What it would be then, where that is known.',
    }),
    text: z.string(),
  })
  .meta({ id: 'PossibleChange' })
export type PossibleChange = z.infer<typeof PossibleChange>

/** What a model took for one scan. */
export const ModelUsage = z
  .object({
    model: z.string(),
    requests: z.int(),
    input_tokens: z.int().nullable(),
    output_tokens: z.int().nullable(),
    cached_tokens: z.int().nullable(),
    cost_usd: z.number().nullable().meta({ description: 'Null when price or tokens are not known.' }),
    remembered: z
      .boolean()
      .meta({ description: 'The same evidence had been read before: nothing was paid.' }),
  })
  .meta({ id: 'ModelUsage' })
export type ModelUsage = z.infer<typeof ModelUsage>

/** Points of the score, and whose they are. */
export const ScorePart = z
  .object({
    kind: z.string().meta({
      description:
        '`code`: a reported code. `weak_signs`: signs too weak to be reported. `little_seen`: where too little was seen, no score is below 20.',
    }),
    code: z.string().nullable().meta({ description: 'Null but for the kind `code`.' }),
    points: z.int().min(1).max(100),
  })
  .meta({ id: 'ScorePart' })
export type ScorePart = z.infer<typeof ScorePart>

export const TriageReport = z
  .object({
    recommendation: Recommendation,
    risk_score: z.int().min(0).max(100),
    confidence: Confidence,
    reason_codes: z.array(z.string()),
    reason_summary: z.string(),
    review_targets: z.array(z.string()),
    link_chain: z.string(),
    evidence_index: z.array(EvidenceEntry),
    findings: z.array(ReportFinding),
    score_parts: z.array(ScorePart).optional().meta({
      description:
        'What `risk_score` is made of, the largest first: they add up to it. Absent in older reports.',
    }),
    analysis_mode: z.string(),
    policy_version: z.string(),
    model: ModelReview.optional(),
    would_change: z.array(PossibleChange).optional(),
    criteria: z
      .array(z.object({ code: z.string(), version: z.int().min(1), state: z.enum(['shadow', 'live']) }))
      .optional()
      .meta({
        description:
          'The organization’s own criteria that judged, by code, each in its version. Absent where it had none.',
      }),
    shadow: z
      .object({
        recommendation: Recommendation,
        risk_score: z.int().min(0).max(100),
        findings: z.array(ReportFinding),
      })
      .optional()
      .meta({
        description:
          'What codes in shadow found, and what would have come out if they counted. They are in nothing else of the report. Absent where none is in shadow.',
      }),
    coverage: Coverage.optional(),
  })
  .meta({ id: 'TriageReport' })
export type TriageReport = z.infer<typeof TriageReport>

/** Whom a scan saw: what the profile said of itself. */
export const ScannedProfile = z
  .object({
    platform: z.string().nullable().meta({ description: 'Null on a site that no platform knows.' }),
    handle: z.string().nullable(),
    name: z.string().nullable(),
    bio: z.string().nullable().meta({ description: 'Its first 2,000 letters.' }),
    followers: z.int().nullable(),
    verified: z.boolean().nullable().meta({ description: 'Null where the page does not say.' }),
    created: z.string().nullable().meta({ description: 'When the account was made, as an ISO date.' }),
    picture: z.string().nullable().meta({
      description:
        'The `ref` under which its picture is stored: `/evidence/{ref}/capture`. Null when it is not.',
    }),
    read_at: Timestamp.nullable().meta({ description: 'Null when nothing of the profile was read.' }),
    picture_hash: z.string().optional().meta({
      description:
        'What its picture looks like, 256 bits in hex (blockhash), of which those of the same picture differ in some 20. Absent where it was not read, as in quick scans, and where anything endangers a child.',
    }),
  })
  .meta({
    id: 'ScannedProfile',
    description:
      'What the profile said of itself; null is what was not read. Where anything endangers a child, the words of `name` and `bio` that could be such a claim are masked.',
  })
export type ScannedProfile = z.infer<typeof ScannedProfile>

export const ScanRecord = z
  .object({
    profile_id: z.string(),
    batch_id: z.string(),
    org_id: z.string(),
    url: z.string(),
    status: z.enum(['processing', 'completed', 'failed']),
    scan_mode: ScanMode.optional(),
    created_at: Timestamp,
    processing_started_at: Timestamp.nullable(),
    processing_completed_at: Timestamp.nullable(),
    is_banned: z.boolean().optional(),
    callback_url: z.string(),
    metadata: Metadata,
    error: z.string().optional(),
    webhook_delivered_at: Timestamp.optional(),
    progress: z.object({ steps_done: z.array(z.string()), step: z.string().nullable() }).optional(),
    model_usage: ModelUsage.optional(),
    profile: ScannedProfile.optional().meta({
      description: 'Of completed scans; absent in those that ended before it was kept.',
    }),
    triage_report: TriageReport.optional(),
  })
  .meta({ id: 'ScanRecord' })
export type ScanRecord = z.infer<typeof ScanRecord>

export const CHANGE_KINDS = [
  'recommendation_up',
  'recommendation_down',
  'profile_gone',
  'profile_back',
  'code_added',
  'code_removed',
  'link_added',
  'link_removed',
  'name_changed',
  'bio_changed',
] as const

/** How a later scan of a profile differs from what was known before. */
export const ScanChange = z
  .object({
    kind: z.enum(CHANGE_KINDS),
    text: z.string().meta({ description: 'In words for people.' }),
    from: z.string().nullable().meta({ description: 'What it was; null of what is new.' }),
    to: z.string().nullable().meta({ description: 'What it is; null of what has gone.' }),
    code: z.string().nullable().meta({ description: 'Of `code_added` and `code_removed`.' }),
    url: z.string().nullable().meta({ description: 'Of `link_added` and `link_removed`.' }),
    ref: z.string().nullable().meta({ description: 'Of the evidence in the later scan, where it shows it.' }),
    caveats: z.array(z.string()).meta({
      description:
        '`not_looked_before`: the earlier scan did not read where it stands, so it may be older. `other_policy`: the two were judged by different versions of the policy.',
    }),
  })
  .meta({ id: 'ScanChange' })
export type ScanChange = z.infer<typeof ScanChange>

export const ScanAccepted = z
  .object({
    scan_id: z.uuid(),
    status: z.literal('processing'),
    submitted_at: Timestamp,
    estimated_completion: Timestamp,
    scan_mode: ScanMode,
    warnings,
  })
  .meta({ id: 'ScanAccepted' })
export type ScanAccepted = z.infer<typeof ScanAccepted>

export const BatchAccepted = z
  .object({
    batch_id: z.uuid(),
    status: z.literal('processing'),
    total_profiles: z.int(),
    submitted_at: Timestamp,
    estimated_completion: Timestamp,
    scan_mode: ScanMode,
    daily_limit_truncated: z.literal(true).optional(),
    profiles_skipped: z.int().optional(),
    warnings,
  })
  .meta({ id: 'BatchAccepted' })
export type BatchAccepted = z.infer<typeof BatchAccepted>

/** `front_only`: private, or behind an age gate. `unread`: a login wall, a challenge or an error stood before it. */
export const PROFILE_STATES = ['read', 'front_only', 'gone', 'suspended', 'unread'] as const
export const ProfileState = z.enum(PROFILE_STATES).meta({
  description:
    'How much of the profile itself was read. Anything but `read` without flags is no clean result.',
})
export type ProfileState = z.infer<typeof ProfileState>

export const BatchRecord = z
  .object({
    batch_id: z.uuid(),
    status: z.enum(['processing', 'completed']),
    scan_mode: ScanMode,
    total_profiles: z.int(),
    completed: z.int(),
    failed: z.int(),
    in_progress: z.int(),
    submitted_at: Timestamp,
    completed_at: Timestamp.nullable(),
    profile_urls: z.array(z.string()),
    profiles: z.array(
      z.object({
        scan_id: z.uuid(),
        url: z.string(),
        status: z.enum(['processing', 'completed', 'failed']),
        recommendation: Recommendation.nullable(),
        risk_score: z.int().nullable(),
        profile_state: ProfileState.nullable(),
      }),
    ),
    next_cursor: z.string().nullable().optional().meta({
      description: 'Where pages were asked for: for `after` of the next request; null at the end.',
    }),
    has_more: z
      .boolean()
      .optional()
      .meta({ description: 'Where pages were asked for: whether there is a next one.' }),
    warnings,
  })
  .meta({ id: 'BatchRecord' })
export type BatchRecord = z.infer<typeof BatchRecord>

export const ScanSummary = z
  .object({
    scan_id: z.uuid(),
    profile_url: z.string(),
    status: z.enum(['processing', 'completed', 'failed']),
    scan_mode: ScanMode.nullable(),
    submitted_at: Timestamp,
    completed_at: Timestamp.nullable(),
    recommendation: Recommendation.nullable(),
    risk_score: z.int().nullable(),
    confidence: Confidence.nullable(),
    profile_state: ProfileState.nullable(),
    decision: Decision.nullable().meta({ description: 'What a person decided.' }),
    reviewer: z
      .object({ user_id: z.string().nullable(), email: z.string() })
      .nullable()
      .meta({ description: 'Who decided; `user_id` is null once the account is gone.' }),
    assigned_to: z.object({ user_id: z.string(), email: z.string() }).nullable(),
    reason_codes: z.array(z.string()).meta({ description: 'Of the report, the weightiest first.' }),
  })
  .meta({ id: 'ScanSummary' })
export type ScanSummary = z.infer<typeof ScanSummary>

export const ScanList = z
  .object({
    scans: z.array(ScanSummary),
    ...page,
  })
  .meta({ id: 'ScanList' })
export type ScanList = z.infer<typeof ScanList>

/** An account or page that a creator's scans were led to. */
export const CreatorAccount = z
  .object({
    url: z.string(),
    domain: z.string(),
    kind: z.string().meta({ description: 'What it is, as in `link_chain`: `social_profile`, `link_hub`, …' }),
    binding: z.string().meta({ description: 'How it is tied to the creator, as in `evidence_index`.' }),
    outcome: z.string(),
    codes: z.array(z.string()),
    via: z
      .string()
      .nullable()
      .meta({ description: 'The `url` of the account that led there; null: the profile.' }),
    scan_id: z.uuid().meta({ description: 'The newest scan that saw it, and under which `ref`.' }),
    ref: z.string(),
    first_seen_at: Timestamp.meta({ description: 'Of the scans that were looked at.' }),
    last_seen_at: Timestamp,
    in_newest: z.boolean().meta({ description: 'The newest deep scan saw it, too.' }),
  })
  .meta({ id: 'CreatorAccount' })
export type CreatorAccount = z.infer<typeof CreatorAccount>

/** One profile, whatever its address was written like, over all its scans. */
export const CreatorRecord = z
  .object({
    profile_url: z.string().meta({ description: 'As it was last submitted.' }),
    platform: z.string().nullable(),
    handle: z.string().nullable(),
    profile: ScannedProfile.nullable().meta({
      description: 'As the newest scan that read it saw it; null: none of the newest did.',
    }),
    scans: z.int().meta({ description: 'Those that have ended.' }),
    first_scan_at: Timestamp.nullable(),
    last_scan_at: Timestamp.nullable(),
    newest_report: z.uuid().nullable().meta({ description: 'The newest scan with a report.' }),
    accounts: z.array(CreatorAccount).meta({
      description: 'What its newest ten scans were led to, in the order in which it was found.',
    }),
  })
  .meta({ id: 'CreatorRecord' })
export type CreatorRecord = z.infer<typeof CreatorRecord>

export const SHARED_KINDS = ['link', 'links_here', 'linked_from_here', 'handle', 'picture'] as const

export const SharedThing = z
  .object({
    kind: z.enum(SHARED_KINDS).meta({
      description:
        '`link`: both lead there. `links_here`: the other one leads to this profile. `linked_from_here`: this one leads to the other’s profile. `handle`: written alike but for `.`, `_` and `-`. `picture`: their pictures look the same.',
    }),
    value: z.string().nullable().meta({ description: 'An address without its scheme, or a handle.' }),
  })
  .meta({ id: 'SharedThing' })
export type SharedThing = z.infer<typeof SharedThing>

export const CreatorSharers = z
  .object({
    sharers: z
      .array(
        z.object({
          scan: ScanSummary.meta({ description: 'The newest scan of the other creator that shows it.' }),
          shares: z.array(SharedThing),
        }),
      )
      .meta({ description: 'Other creators of the organization, those who share most first; 50 at most.' }),
    common: z.array(SharedThing).meta({
      description: 'What too many share for it to be a sign; it is not looked at.',
    }),
    has_more: z.boolean(),
  })
  .meta({ id: 'CreatorSharers' })
export type CreatorSharers = z.infer<typeof CreatorSharers>

export const ScanExport = z.string().meta({
  id: 'ScanExport',
  description:
    'A `ScanSummary` a line, or a table with its members as columns: of people the e-mail address, codes with blanks between.',
})

/** How far a scan is, as its events tell it. */
export const ScanProgress = z
  .object({
    scan_id: z.uuid(),
    status: z.enum([...SCAN_STATUSES, 'deleted']),
    processing_started_at: Timestamp.nullable().meta({ description: 'Null while it waits for a slot.' }),
    step: z.string().nullable().meta({ description: 'What it is at; null unless it runs.' }),
    steps_done: z.array(z.string()),
    pages: z.int().meta({ description: 'Pages that were read so far.' }),
    recommendation: Recommendation.nullable(),
    risk_score: z.int().nullable(),
    error: z.string().nullable().meta({ description: 'Why it failed.' }),
  })
  .meta({ id: 'ScanProgress' })
export type ScanProgress = z.infer<typeof ScanProgress>

/** The `error` of a scan that somebody cancelled. */
export const CANCELLED = 'Cancelled'

export const CancelledScan = z
  .object({
    scan_id: z.uuid(),
    status: z
      .enum(SCAN_STATUSES)
      .meta({ description: '`failed` where it was cancelled; else as it had ended before.' }),
    cancelled: z.boolean().meta({ description: 'Whether it ended by being cancelled, now or before.' }),
  })
  .meta({ id: 'CancelledScan' })
export type CancelledScan = z.infer<typeof CancelledScan>
export const CancelledBatch = z
  .object({
    batch_id: z.uuid(),
    cancelled: z.int().meta({ description: 'Scans that this call has ended.' }),
    has_more: z.boolean().meta({ description: 'More has not ended: the same call takes the next ones.' }),
  })
  .meta({ id: 'CancelledBatch' })
export type CancelledBatch = z.infer<typeof CancelledBatch>
export const DeletedScan = z
  .object({ scan_id: z.string(), status: z.literal('deleted') })
  .meta({ id: 'DeletedScan' })
export type DeletedScan = z.infer<typeof DeletedScan>

export const Erasure = z
  .object({
    scans: z.int().meta({ description: 'How many were deleted, or would be.' }),
    dry_run: z.boolean(),
    has_more: z
      .boolean()
      .meta({ description: 'More is older than `before`: the same call takes the next ones.' }),
  })
  .meta({ id: 'Erasure' })
export type Erasure = z.infer<typeof Erasure>

/** A deletion of scans, as it is kept. */
export const ErasureRecord = z
  .object({
    erasure_id: z.string(),
    what: z
      .string()
      .meta({ description: '`scan`, `creator`, `before`, or `retention` for what was past its time.' }),
    subject: z.string().meta({
      description:
        'The id of the scan, the SHA-256 of the normalised address, or the moment before which all went.',
    }),
    scans: z.int(),
    user_id: z.string().nullable().meta({ description: 'Null: a command on the machine, or time.' }),
    email: z.string().nullable(),
    began_at: Timestamp,
    ended_at: Timestamp,
  })
  .meta({ id: 'ErasureRecord' })
export type ErasureRecord = z.infer<typeof ErasureRecord>

export const ErasureList = z
  .object({
    erasures: z.array(ErasureRecord),
    ...page,
  })
  .meta({ id: 'ErasureList' })
export type ErasureList = z.infer<typeof ErasureList>

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export const WATCH_PERIODS = ['day', 'week', 'month'] as const

export const WatchSchedule = z
  .object({
    every: z.enum(WATCH_PERIODS),
    weekdays: z.array(z.enum(WEEKDAYS)).optional().meta({
      description: 'Of `week`. Left out: one day that follows from the watch, so that many watches spread.',
    }),
    days: z.array(z.int().min(1).max(31)).optional().meta({
      description:
        'Of `month`; a day that a month does not have is its last. Left out: one that follows from the watch.',
    }),
  })
  .meta({ id: 'WatchSchedule' })
export type WatchSchedule = z.infer<typeof WatchSchedule>

export const WATCH_STATES = ['active', 'muted', 'snoozed', 'ended'] as const

/** A standing order to scan profiles again and to say what has changed. */
export const Watch = z
  .object({
    watch_id: z.string(),
    name: z.string(),
    state: z.enum(WATCH_STATES).meta({
      description:
        '`muted`: scanned, its changes are kept, and nobody is told. `snoozed`: not scanned until `snoozed_until`. `ended`: never again, as after `ends_at` or without its view.',
    }),
    profiles: z.int().meta({ description: 'How many it watches; of a view, as of its last run.' }),
    profile_url: z.string().nullable().meta({ description: 'The first of them.' }),
    of_view: z.boolean(),
    view_id: z
      .string()
      .nullable()
      .meta({ description: 'Null of a list of addresses, and once the view was deleted.' }),
    scan_mode: ScanMode,
    callback_url: z.string().nullable(),
    schedule: WatchSchedule,
    time_utc: z
      .string()
      .meta({ description: 'When its runs begin, `HH:MM`: a minute that follows from the watch.' }),
    muted: z.boolean(),
    snoozed_until: Timestamp.nullable(),
    ends_at: Timestamp.nullable(),
    next_run_at: Timestamp.nullable(),
    last_run_at: Timestamp.nullable(),
    waiting: z.int().meta({ description: 'Profiles of the present run that are still to be submitted.' }),
    postponed: z.int().meta({ description: 'Of these, those that wait for the next day’s limit.' }),
    last_change_at: Timestamp.nullable(),
    created_by: z.string().nullable().meta({ description: 'Null for a key, and once the account is gone.' }),
    created_by_email: z.string().nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Watch' })
export type Watch = z.infer<typeof Watch>

export const WatchRecord = Watch.extend({ profile_urls: z.array(z.string()) }).meta({ id: 'WatchRecord' })
export type WatchRecord = z.infer<typeof WatchRecord>

export const DeletedWatch = z
  .object({ watch_id: z.string(), status: z.literal('deleted') })
  .meta({ id: 'DeletedWatch' })
export type DeletedWatch = z.infer<typeof DeletedWatch>

/** What one scan of a watched profile changed. */
export const WatchChange = z
  .object({
    change_id: z.string(),
    watch_id: z.string(),
    watch_name: z.string(),
    scan_id: z.uuid(),
    before_scan_id: z
      .uuid()
      .nullable()
      .meta({ description: 'The newest scan before it that could tell. It may have been deleted since.' }),
    url: z.string(),
    recommendation: Recommendation.nullable().meta({ description: 'Of the later scan, as is the score.' }),
    risk_score: z.int().nullable(),
    changes: z.array(ScanChange).meta({ description: 'The gravest first.' }),
    at: Timestamp,
  })
  .meta({ id: 'WatchChange' })
export type WatchChange = z.infer<typeof WatchChange>

export const CHANNEL_KINDS = ['slack', 'teams'] as const
export const PACES = ['at_once', 'daily'] as const

const notificationTerms = {
  changes: z.boolean().meta({ description: 'What has changed of watched profiles, muted watches apart.' }),
  high_risk: z.boolean().meta({ description: 'Completed scans with `review_high`.' }),
  queue_hours: z.int().nullable().meta({
    description: 'Once a day, how many cases wait for a decision longer than so many hours; null: never.',
  }),
  pace: z.enum(PACES),
}

export const NotificationTerms = z.object(notificationTerms).meta({ id: 'NotificationTerms' })
export type NotificationTerms = z.infer<typeof NotificationTerms>

export const NotificationChannel = z
  .object({
    channel_id: z.string(),
    kind: z.enum(CHANNEL_KINDS),
    name: z.string(),
    host: z.string().meta({ description: 'Of its address, which is not shown.' }),
    ...notificationTerms,
    failures: z.int().meta({ description: 'Attempts in a row that were not taken.' }),
    last_error: z.string().nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'NotificationChannel' })
export type NotificationChannel = z.infer<typeof NotificationChannel>

export const NotificationSettings = z
  .object({
    mail: z.boolean().meta({ description: 'The service has a mail server.' }),
    mine: NotificationTerms.nullable().meta({
      description: 'What you are told by mail; null: you have not chosen.',
    }),
    channels: z.array(NotificationChannel),
  })
  .meta({ id: 'NotificationSettings' })
export type NotificationSettings = z.infer<typeof NotificationSettings>

export const TestedChannel = z
  .object({
    channel_id: z.string(),
    taken: z.boolean(),
    error: z.string().nullable().meta({
      description: 'Why it was not taken: `http_` and a status, or what went wrong on the way.',
    }),
  })
  .meta({ id: 'TestedChannel' })
export type TestedChannel = z.infer<typeof TestedChannel>

export const DeletedChannel = z
  .object({ channel_id: z.string(), status: z.literal('deleted') })
  .meta({ id: 'DeletedChannel' })
export type DeletedChannel = z.infer<typeof DeletedChannel>

export const OrgSettings = z
  .object({
    org_id: z.string(),
    default_callback_url: z.string().nullable(),
    total_scans_completed: z.int(),
    total_scans_dropped: z.int(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'OrgSettings' })
export type OrgSettings = z.infer<typeof OrgSettings>

export const OrgPolicy = z
  .object({
    /** By reason code; what is not named is as the pack has it. */
    codes: z.record(z.string(), z.enum(['off', 'info', 'low', 'medium', 'high', 'critical'])),
    thresholds: z.record(z.string(), z.number()).meta({
      description:
        'By reason code: the probability from which on it is heard. What is not named is heard from the first.',
    }),
    shadow: z
      .array(z.string())
      .meta({ description: 'Reason codes that reports record under `shadow` and that do not count.' }),
    policy_version: z.string(),
  })
  .meta({ id: 'OrgPolicy' })
export type OrgPolicy = z.infer<typeof OrgPolicy>

export const CRITERION_STATES = ['draft', 'shadow', 'live'] as const

const TermsByLanguage = z.record(z.string(), z.array(z.string()))

/** What an organization's own criterion looks for, and what it weighs. */
export const CriterionDefinition = z
  .object({
    name: z.string(),
    family: z.string(),
    severity: z.enum(['critical', 'high', 'medium', 'low', 'info']),
    description: z.string(),
    phrases: TermsByLanguage.meta({ description: 'By language: wordings of which one is enough.' }),
    terms: TermsByLanguage.meta({
      description: 'By language: words that are a hint, and count fully with `beside`.',
    }),
    beside: TermsByLanguage,
    exclusions: TermsByLanguage.meta({ description: 'By language: what excuses it in the same sentence.' }),
    domains: z.array(z.string()),
    platforms: z.record(z.string(), z.enum(['critical', 'high', 'medium', 'low', 'info', 'off'])).meta({
      description: 'By platform, `default` for all that are not named: `off`, or another severity.',
    }),
    precision: z.number().meta({ description: 'Of its hits, the share that is right.' }),
  })
  .meta({ id: 'CriterionDefinition' })
export type CriterionDefinition = z.infer<typeof CriterionDefinition>

/** A reason code that an organization writes itself. */
export const Criterion = z
  .object({
    code: z.string(),
    state: z.enum(CRITERION_STATES),
    version: z.int().meta({ description: 'The newest, which `definition` is.' }),
    judging_version: z.int().nullable().meta({ description: 'The version that judges; null in draft.' }),
    definition: CriterionDefinition,
    created_at: Timestamp,
    version_at: Timestamp,
    version_by_email: z.string(),
    changed_at: Timestamp.meta({ description: 'When the state was set.' }),
    changed_by_email: z.string(),
    can_delete: z.boolean().meta({ description: 'It never judged, so that no report names it.' }),
  })
  .meta({ id: 'Criterion' })
export type Criterion = z.infer<typeof Criterion>
export const CriterionList = z.object({ criteria: z.array(Criterion) }).meta({ id: 'CriterionList' })
export type CriterionList = z.infer<typeof CriterionList>

export const CriterionWithVersions = Criterion.extend({
  versions: z.array(
    z.object({
      version: z.int(),
      definition: CriterionDefinition,
      created_at: Timestamp,
      created_by_email: z.string(),
    }),
  ),
}).meta({ id: 'CriterionWithVersions' })
export type CriterionWithVersions = z.infer<typeof CriterionWithVersions>

export const CriterionExport = z.string().meta({ id: 'CriterionExport', description: 'YAML.' })

export const DeletedCriterion = z
  .object({ code: z.string(), status: z.literal('deleted') })
  .meta({ id: 'DeletedCriterion' })
export type DeletedCriterion = z.infer<typeof DeletedCriterion>

const TrialVerdict = z.object({
  recommendation: Recommendation,
  risk_score: z.int().min(0).max(100),
  reason_codes: z.array(z.string()),
})
const TrialHits = z.array(
  z.object({
    rule: z.string().meta({ description: '`phrase`, `term` or `link`.' }),
    quote: z.string(),
    url: z.string().nullable(),
    mitigation: z.string().nullable().meta({ description: 'Why it counts for less.' }),
  }),
)

/** What would come out if a criterion counted. */
export const CriterionTrial = z
  .object({
    was: TrialVerdict.meta({ description: 'Without it, by what judges today.' }),
    is: TrialVerdict,
    found: TrialHits.meta({ description: 'The first five.' }),
  })
  .meta({ id: 'CriterionTrial' })
export type CriterionTrial = z.infer<typeof CriterionTrial>

/** What would have come out of stored scans, the newest first. */
export const CriterionScanTrial = z
  .object({
    tried: z.int().meta({ description: 'Scans that were looked at.' }),
    scans: z
      .array(
        z.object({
          scan_id: z.string(),
          profile_url: z.string(),
          submitted_at: Timestamp,
          was: TrialVerdict,
          is: TrialVerdict,
          found: TrialHits,
        }),
      )
      .meta({ description: 'Those in which the criterion finds something, or would no longer.' }),
    next_cursor: z.string().nullable(),
    has_more: z.boolean(),
  })
  .meta({ id: 'CriterionScanTrial' })
export type CriterionScanTrial = z.infer<typeof CriterionScanTrial>

/** How long scans are kept, and their stored pages and screenshots where these go before their reports. */
export const OrgRetention = z
  .object({
    evidence_days: z.int().meta({ description: 'In force: days after which a stored page is deleted.' }),
    own_evidence_days: z
      .int()
      .nullable()
      .meta({ description: 'As the organization has set it; null: as the operator has it.' }),
    longest_evidence_days: z.int().meta({ description: 'As the operator has it; never exceeded.' }),
    scan_days: z
      .int()
      .nullable()
      .meta({ description: 'In force: days after which an ended scan is deleted whole; null: never.' }),
    own_scan_days: z
      .int()
      .nullable()
      .meta({ description: 'As the organization has set it; null: as the operator has it.' }),
    longest_scan_days: z
      .int()
      .nullable()
      .meta({ description: 'As the operator has it; never exceeded. Null: for ever.' }),
  })
  .meta({ id: 'OrgRetention' })
export type OrgRetention = z.infer<typeof OrgRetention>

export const ChangedRetention = OrgRetention.extend({
  dry_run: z.boolean(),
  pages_due: z.int().meta({ description: 'Stored pages that are older than this: they go within the hour.' }),
  scans_due: z.int().meta({ description: 'Ended scans that are older than this, likewise.' }),
}).meta({ id: 'ChangedRetention' })
export type ChangedRetention = z.infer<typeof ChangedRetention>

/** Parameters of the list of scans. */
export const ViewFilter = z
  .object({
    recommendation: z.string().optional(),
    scan_mode: z.string().optional(),
    q: z.string().optional(),
    from_date: z.string().optional(),
    to_date: z.string().optional(),
    status: z.string().optional(),
    decision: z.string().optional(),
    reviewer: z.string().optional(),
    assigned: z.string().optional(),
    reason_code: z.string().optional(),
    domain: z.string().optional(),
    batch_id: z.string().optional(),
    sort_by: z.string().optional(),
    sort_order: z.string().optional(),
  })
  .meta({ id: 'ViewFilter' })
export type ViewFilter = z.infer<typeof ViewFilter>

/** A filter of the list of scans under a name, for everybody in the organization. */
export const OrgView = z
  .object({
    view_id: z.string(),
    name: z.string(),
    filter: ViewFilter,
    created_by: z.string().nullable().meta({ description: 'Null once the account is gone.' }),
    created_by_email: z.string(),
    created_at: Timestamp,
    updated_at: Timestamp,
    can_change: z.boolean().meta({ description: 'Whoever made it may, and admins.' }),
  })
  .meta({ id: 'OrgView' })
export type OrgView = z.infer<typeof OrgView>
export const OrgViewList = z.object({ views: z.array(OrgView) }).meta({ id: 'OrgViewList' })
export type OrgViewList = z.infer<typeof OrgViewList>
export const DeletedView = z
  .object({ view_id: z.string(), status: z.literal('deleted') })
  .meta({ id: 'DeletedView' })
export type DeletedView = z.infer<typeof DeletedView>

export const OrgUsage = z
  .object({
    limit: z.int().nullable(),
    used: z.int(),
    remaining: z.int().nullable(),
    resets_at: Timestamp,
  })
  .meta({ id: 'OrgUsage' })
export type OrgUsage = z.infer<typeof OrgUsage>

const RequestsPerMinute = z
  .int()
  .optional()
  .meta({ description: 'That the key may make; absent: as many as it likes.' })

export const ApiKey = z
  .object({
    key_id: z.string(),
    name: z.string(),
    key_prefix: z.string(),
    key_last4: z.string(),
    created_by: z.string().nullable(),
    created_by_email: z.string().nullable(),
    created_at: Timestamp,
    last_used_at: Timestamp.nullable(),
    revoked_at: Timestamp.nullable(),
    can_revoke: z.boolean(),
    requests_per_minute: RequestsPerMinute,
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.infer<typeof ApiKey>

export const CreatedApiKey = z
  .object({
    key_id: z.string(),
    name: z.string(),
    key: z.string().regex(/^sk_[0-9a-f]{64}$/),
    key_prefix: z.string(),
    key_last4: z.string(),
    created_by: z.string().nullable(),
    created_by_email: z.string().nullable(),
    created_at: Timestamp,
    last_used_at: Timestamp.nullable(),
    requests_per_minute: RequestsPerMinute,
  })
  .meta({ id: 'CreatedApiKey' })
export type CreatedApiKey = z.infer<typeof CreatedApiKey>

export const ApiKeyList = z.object({ api_keys: z.array(ApiKey) }).meta({ id: 'ApiKeyList' })
export type ApiKeyList = z.infer<typeof ApiKeyList>

export const RevokedApiKey = z
  .object({ key_id: z.string(), status: z.literal('revoked'), revoked_at: Timestamp })
  .meta({ id: 'RevokedApiKey' })
export type RevokedApiKey = z.infer<typeof RevokedApiKey>

export const RotatedSecret = z
  .object({
    webhook_secret: z.string().regex(/^whsec_/),
    created_at: Timestamp,
    previous_secret_expires_at: Timestamp.nullable(),
  })
  .meta({ id: 'RotatedSecret' })
export type RotatedSecret = z.infer<typeof RotatedSecret>

export const SessionToken = z
  .object({
    token: z.string(),
    expires_at: Timestamp,
    org_id: z.string().nullable(),
    role: z.enum(['admin', 'member']).nullable(),
    user: z.object({ id: z.string(), email: z.string(), name: z.string() }),
    organizations: z.array(
      z.object({ org_id: z.string(), name: z.string(), role: z.enum(['admin', 'member']) }),
    ),
  })
  .meta({ id: 'SessionToken' })
export type SessionToken = z.infer<typeof SessionToken>

export const ReasonCode = z
  .object({
    code: z.string(),
    family: z.string(),
    severity: z.string(),
    title: z.string(),
    description: z.string(),
    own: z
      .literal(true)
      .optional()
      .meta({ description: 'A criterion of the organization, which reports may name.' }),
  })
  .meta({ id: 'ReasonCode' })
export type ReasonCode = z.infer<typeof ReasonCode>
export const ReasonCodeList = z.array(ReasonCode)
export type ReasonCodeList = z.infer<typeof ReasonCodeList>

export const ValidationEntry = z
  .object({
    type: z.string(),
    loc: z.array(z.union([z.string(), z.int()])),
    msg: z.string(),
    input: z.unknown().optional().meta({ description: 'What was sent; left out where it is long.' }),
    ctx: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'ValidationEntry' })
export type ValidationEntry = z.infer<typeof ValidationEntry>

export const ErrorBody = z.object({ detail: z.string() }).meta({ id: 'ErrorBody' })
export const ValidationErrorBody = z
  .object({ detail: z.union([z.string(), z.array(ValidationEntry)]) })
  .meta({ id: 'ValidationError' })
export const DailyLimitErrorBody = z
  .object({
    detail: z
      .union([
        z.object({ error: z.literal('daily_scan_limit_exceeded'), limit: z.int(), used: z.int() }),
        z.string(),
      ])
      .meta({ description: 'A sentence where it is not the day, but the minute of the API key.' }),
  })
  .meta({ id: 'DailyLimitError' })

export const BatchSummary = BatchRecord.omit({
  profile_urls: true,
  profiles: true,
  next_cursor: true,
  has_more: true,
  warnings: true,
}).meta({ id: 'BatchSummary' })
export type BatchSummary = z.infer<typeof BatchSummary>

export const BatchList = z.object({ batches: z.array(BatchSummary), ...page }).meta({ id: 'BatchList' })
export type BatchList = z.infer<typeof BatchList>

export const WatchList = z.object({ watches: z.array(Watch), ...page }).meta({ id: 'WatchList' })
export type WatchList = z.infer<typeof WatchList>
export const WatchChangeList = z
  .object({ changes: z.array(WatchChange), ...page })
  .meta({ id: 'WatchChangeList' })
export type WatchChangeList = z.infer<typeof WatchChangeList>

export const NOTICE_KINDS = ['change', 'high_risk'] as const

/** Something that somebody may want to know. */
export const Notice = z
  .object({
    notice_id: z.string(),
    kind: z.enum(NOTICE_KINDS).meta({
      description: '`change`: of a watched profile. `high_risk`: a scan that calls for review: high.',
    }),
    at: Timestamp,
    scan_id: z.uuid(),
    url: z.string(),
    watch_id: z.string().nullable().meta({ description: 'Of a change, as is its name.' }),
    watch_name: z.string().nullable(),
    recommendation: Recommendation.nullable(),
    risk_score: z.int().nullable(),
    changes: z.array(ScanChange).meta({ description: 'The gravest first; of a change.' }),
    seen: z.boolean(),
  })
  .meta({ id: 'Notice' })
export type Notice = z.infer<typeof Notice>

const unseen = z
  .int()
  .min(0)
  .max(100)
  .meta({ description: 'How many you have not seen, counted no further than 100.' })

export const NoticeList = z
  .object({
    notices: z.array(Notice),
    waiting: z
      .object({
        notice_id: z.string(),
        count: z.int().min(1),
        hours: z.int().meta({ description: 'As you are told of them, else 24.' }),
        since: Timestamp.meta({ description: 'When the newest of them had waited so long.' }),
        seen: z.boolean(),
      })
      .nullable()
      .meta({ description: 'Cases that wait for a decision longer than that; null: none.' }),
    unseen,
    ...page,
  })
  .meta({ id: 'NoticeList' })
export type NoticeList = z.infer<typeof NoticeList>

export const SeenNotices = z.object({ unseen }).meta({ id: 'SeenNotices' })
export type SeenNotices = z.infer<typeof SeenNotices>
export const WatchScanList = z.object({ scans: z.array(ScanSummary), ...page }).meta({ id: 'WatchScanList' })
export type WatchScanList = z.infer<typeof WatchScanList>

/** What webhooks about scans share: the record of the scan, flat, with the coverage beside the report. */
const scanEvent = ScanRecord.omit({ progress: true, triage_report: true }).extend({
  timestamp: Timestamp,
  scan_id: z.uuid(),
})

export const ScanCompletedEvent = scanEvent
  .extend({
    type: z.literal('scan.completed'),
    status: z.literal('completed'),
    triage_report: TriageReport.omit({ coverage: true }).extend({
      evidence_index: z.array(EvidenceEntry.partial({ snippet: true })),
      truncated: z
        .literal(true)
        .optional()
        .meta({ description: 'Snippets and some evidence were left out: read the scan for the rest.' }),
    }),
    coverage: Coverage.nullable(),
  })
  .meta({ id: 'ScanCompletedEvent' })
export type ScanCompletedEvent = z.infer<typeof ScanCompletedEvent>

export const ScanFailedEvent = scanEvent
  .extend({
    type: z.literal('scan.failed'),
    status: z.literal('failed'),
    error: z.string(),
    coverage: Coverage.nullable(),
  })
  .meta({ id: 'ScanFailedEvent' })
export type ScanFailedEvent = z.infer<typeof ScanFailedEvent>

/** The payload of a webhook about a scan that has ended. */
export const ScanEvent = z.discriminatedUnion('type', [ScanCompletedEvent, ScanFailedEvent])
export type ScanEvent = z.infer<typeof ScanEvent>

/** The payload of a webhook about what a scan of a watched profile changed. */
export const ScanChangedEvent = WatchChange.omit({ at: true })
  .extend({ type: z.literal('scan.changed'), timestamp: Timestamp })
  .meta({ id: 'ScanChangedEvent' })
export type ScanChangedEvent = z.infer<typeof ScanChangedEvent>

/** Sent on request, to try a receiver. */
export const TestEvent = z
  .object({ type: z.literal('test'), timestamp: Timestamp, org_id: z.string(), message: z.string() })
  .meta({ id: 'TestEvent' })
export type TestEvent = z.infer<typeof TestEvent>

export type WebhookEvent = ScanEvent | ScanChangedEvent | TestEvent

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'skipped'] as const

/** One event on its way to one address. */
export const WebhookDelivery = z
  .object({
    delivery_id: z.string(),
    webhook_id: z.string().meta({ description: 'The header `webhook-id`: the same on every attempt.' }),
    scan_id: z.uuid().nullable(),
    event_type: z.string(),
    url: z.string(),
    status: z.enum(DELIVERY_STATUSES),
    reason: z.string().nullable().meta({ description: 'Why it failed or was skipped.' }),
    attempt_count: z.int(),
    last_attempt_at: Timestamp.nullable(),
    last_status_code: z.int().nullable(),
    last_error: z.string().nullable(),
    created_at: Timestamp,
    next_attempt_at: Timestamp.nullable(),
    delivered_at: Timestamp.nullable(),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const WebhookDeliveryList = z
  .object({ deliveries: z.array(WebhookDelivery), ...page })
  .meta({ id: 'WebhookDeliveryList' })
export type WebhookDeliveryList = z.infer<typeof WebhookDeliveryList>

const Facts = z.record(z.string(), z.unknown()).nullable()

/** One row of the audit trail. */
export const AuditAct = z
  .object({
    act_id: z.string(),
    seq: z.int().meta({ description: 'Its place in the chain of the organization.' }),
    at: Timestamp,
    actor: z.object({
      kind: z.enum(ACTOR_KINDS),
      id: z.string().nullable(),
      name: z.string().nullable().meta({ description: 'An e-mail address, or the name of a key.' }),
      address: z
        .string()
        .nullable()
        .meta({ description: 'Where it came from: an IP address; of a command the machine.' }),
    }),
    request_id: z.string().nullable(),
    action: z.enum(ACT_ACTIONS),
    subject: z.string().nullable().meta({ description: 'The id of what it was done to.' }),
    before: Facts,
    after: Facts,
    prev_hash: z.string(),
    hash: z.string().meta({ description: 'Seals the row and the one before it; docs/audit.md says how.' }),
  })
  .meta({ id: 'AuditAct' })
export type AuditAct = z.infer<typeof AuditAct>

export const AuditActList = z.object({ acts: z.array(AuditAct), ...page }).meta({ id: 'AuditActList' })
export type AuditActList = z.infer<typeof AuditActList>

export const AuditExport = z.string().meta({ id: 'AuditExport', description: 'The acts, the oldest first.' })

const Headers = z.record(z.string(), z.string())

export const WebhookAttempt = z
  .object({
    attempt: z.int(),
    trigger: z.enum(['scheduled', 'manual']),
    started_at: Timestamp,
    duration_ms: z.int(),
    request_headers: Headers.nullable().meta({
      description: 'With the signature; null on attempts made before headers were kept.',
    }),
    status_code: z.int().nullable(),
    error: z.string().nullable().meta({ description: 'Null when the receiver took it.' }),
    detail: z.string().nullable(),
    response_headers: Headers.nullable(),
    response_body: z.string().nullable().meta({ description: 'The first 64 KiB, as text.' }),
    remote_ip: z.string().nullable(),
  })
  .meta({ id: 'WebhookAttempt' })
export type WebhookAttempt = z.infer<typeof WebhookAttempt>

export const WebhookDeliveryRecord = WebhookDelivery.extend({
  request_body: z.string().meta({ description: 'What is sent, byte for byte, at every attempt.' }),
  attempts: z.array(WebhookAttempt),
  endpoint: z
    .object({
      failing_since: Timestamp.nullable(),
      disabled_at: Timestamp.nullable(),
      disabled_reason: z.string().nullable(),
    })
    .nullable()
    .meta({ description: 'The health of the address; null when it is well.' }),
}).meta({ id: 'WebhookDeliveryRecord' })
export type WebhookDeliveryRecord = z.infer<typeof WebhookDeliveryRecord>

export const ENDPOINT_STATES = ['working', 'slow', 'failing', 'silent', 'held_back', 'disabled'] as const

/** An address that webhooks went to lately, and how it does. */
export const WebhookEndpoint = z
  .object({
    url: z.string(),
    state: z.enum(ENDPOINT_STATES).meta({
      description:
        '`slow`: its last answer took more than 2 s. `failing`: its last attempt was not taken. `silent`: its host gave no answer to the last attempt and gets one at a time. `held_back`: deliveries wait until `held_until`.',
    }),
    last_attempt_at: Timestamp.nullable(),
    last_status_code: z.int().nullable(),
    last_error: z.string().nullable(),
    failing_since: Timestamp.nullable(),
    silent_since: Timestamp.nullable().meta({ description: 'Since when its host gives no answer.' }),
    held_until: Timestamp.nullable(),
    disabled_at: Timestamp.nullable(),
    disabled_reason: z.string().nullable(),
    waiting: z.int().meta({ description: 'Of the newest thousand deliveries, those on their way to it.' }),
  })
  .meta({ id: 'WebhookEndpoint' })
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>

export const WebhookEndpointList = z
  .object({ endpoints: z.array(WebhookEndpoint), fetched_at: Timestamp })
  .meta({ id: 'WebhookEndpointList' })
export type WebhookEndpointList = z.infer<typeof WebhookEndpointList>

export const WebhookRecovery = z
  .object({
    dry_run: z.boolean(),
    matching: z.int().meta({ description: 'Failed and skipped deliveries since that time.' }),
    resent: z.int().meta({ description: 'Of these, sent again by this call; the oldest first.' }),
  })
  .meta({ id: 'WebhookRecovery' })
export type WebhookRecovery = z.infer<typeof WebhookRecovery>

export const OrgStats = z
  .object({
    days: z
      .array(
        z.object({
          day: z.iso.date(),
          no_flags: z.int().meta({ description: 'Of profiles that were read.' }),
          unseen: z
            .int()
            .meta({ description: 'Without flags, of profiles that are gone, suspended or were not read.' }),
          review_low: z.int(),
          review_medium: z.int(),
          review_high: z.int(),
          failed: z.int(),
          processing: z.int(),
        }),
      )
      .meta({ description: 'By day of submission, UTC; the oldest first, today last, no day left out.' }),
    undecided: z
      .object({ review_low: z.int(), review_medium: z.int(), review_high: z.int() })
      .meta({ description: 'Scans of these days that call for review and on which nobody has decided.' }),
    webhooks: z
      .object({
        delivered: z.int(),
        failed: z.int(),
        pending: z.int(),
        skipped: z.int(),
        p95_ms: z.int().nullable().meta({ description: 'Of attempts; null when there was none.' }),
      })
      .meta({ description: 'Deliveries made in the last 24 hours.' }),
    fetched_at: Timestamp,
  })
  .meta({ id: 'OrgStats' })
export type OrgStats = z.infer<typeof OrgStats>

export const ROLES = ['admin', 'member'] as const
export const Role = z.enum(ROLES)
export type Role = z.infer<typeof Role>

/** Who the credential of the request stands for. */
export const WhoAmI = z
  .object({
    kind: z.enum(['key', 'session']),
    org: z.object({ org_id: z.string(), name: z.string() }).nullable(),
    role: Role.nullable().meta({ description: 'Null for a key, and without an organization.' }),
    user: z.object({ id: z.string(), email: z.string(), name: z.string() }).nullable(),
    organizations: z.array(z.object({ org_id: z.string(), name: z.string(), role: Role })),
  })
  .meta({ id: 'WhoAmI' })
export type WhoAmI = z.infer<typeof WhoAmI>

export const Member = z
  .object({
    user_id: z.string(),
    email: z.string(),
    name: z.string(),
    role: Role,
    joined_at: Timestamp,
    last_active_at: Timestamp.nullable(),
    is_you: z.boolean(),
    minor_safety: z.boolean().meta({ description: 'May review cases of minor safety.' }),
  })
  .meta({ id: 'Member' })
export type Member = z.infer<typeof Member>
export const MemberList = z.object({ members: z.array(Member) }).meta({ id: 'MemberList' })
export type MemberList = z.infer<typeof MemberList>
export const RemovedMember = z
  .object({ user_id: z.string(), status: z.literal('removed'), revoked_keys: z.number().int() })
  .meta({ id: 'RemovedMember' })
export type RemovedMember = z.infer<typeof RemovedMember>

export const Invitation = z
  .object({
    invitation_id: z.string(),
    email: z.string(),
    role: Role,
    minor_safety: z.boolean().meta({ description: 'They will be given cases of minor safety.' }),
    invited_by_email: z.string().nullable(),
    created_at: Timestamp,
    expires_at: Timestamp,
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.infer<typeof Invitation>
export const CreatedInvitation = Invitation.extend({
  url: z.url().meta({ description: 'For the invited person. Shown in this answer and never again.' }),
  mailed: z.boolean().meta({ description: 'It is sent to the address as well.' }),
}).meta({ id: 'CreatedInvitation' })
export type CreatedInvitation = z.infer<typeof CreatedInvitation>
export const InvitationList = z.object({ invitations: z.array(Invitation) }).meta({ id: 'InvitationList' })
export type InvitationList = z.infer<typeof InvitationList>
export const CanceledInvitation = z
  .object({ invitation_id: z.string(), status: z.literal('canceled') })
  .meta({ id: 'CanceledInvitation' })
export type CanceledInvitation = z.infer<typeof CanceledInvitation>

/** What somebody sees who opens the link of an invitation. */
export const OpenedInvitation = z
  .object({
    org_name: z.string(),
    email: z.string(),
    role: Role,
    expires_at: Timestamp,
    has_account: z.boolean().meta({ description: 'Then the person signs in before accepting.' }),
  })
  .meta({ id: 'OpenedInvitation' })
export type OpenedInvitation = z.infer<typeof OpenedInvitation>
export const AcceptedInvitation = z
  .object({ org_id: z.string(), email: z.string() })
  .meta({ id: 'AcceptedInvitation' })
export type AcceptedInvitation = z.infer<typeof AcceptedInvitation>

/** What somebody sees who opens a link to choose a new password. */
/** `company`: whose accounts people may sign in with; null: no such way. */
export const SignInWays = z
  .object({ company: z.object({ name: z.string() }).nullable() })
  .meta({ id: 'SignInWays' })
export type SignInWays = z.infer<typeof SignInWays>

export const OpenedReset = z.object({ email: z.string(), expires_at: Timestamp }).meta({ id: 'OpenedReset' })
export type OpenedReset = z.infer<typeof OpenedReset>
export const FinishedReset = z.object({ email: z.string() }).meta({ id: 'FinishedReset' })
export type FinishedReset = z.infer<typeof FinishedReset>

export const VERDICTS = ['accepted', 'rejected'] as const
export const Verdict = z.enum(VERDICTS)
export type Verdict = z.infer<typeof Verdict>

const by = {
  by: z.object({ user_id: z.string().nullable(), email: z.string() }).meta({
    description: '`user_id` is null once the account is gone.',
  }),
  at: Timestamp,
}

const person = z.object({ user_id: z.string(), email: z.string(), name: z.string() })
const claim = z
  .object({ by: person, until: Timestamp, is_you: z.boolean() })
  .nullable()
  .meta({ description: 'Who is looking at it; nobody else gets it until then.' })

/** What people made of a scan. It lies beside the scan and changes nothing of its record. */
export const ScanReview = z
  .object({
    scan_id: z.uuid(),
    version: z.int().meta({ description: 'Grows with every change; 0 when nobody has reviewed the scan.' }),
    decision: z
      .object({ decision: Decision, reason: z.string().nullable(), note: z.string().nullable(), ...by })
      .nullable(),
    findings: z.array(z.object({ code: z.string(), verdict: Verdict, ...by })),
    claim,
  })
  .meta({ id: 'ScanReview' })
export type ScanReview = z.infer<typeof ScanReview>

export const STATEMENT_PARTS = ['decision', 'facts', 'ground', 'automation', 'redress'] as const

export const StatementPart = z
  .object({ part: z.enum(STATEMENT_PARTS), heading: z.string(), text: z.string() })
  .meta({ id: 'StatementPart' })
export type StatementPart = z.infer<typeof StatementPart>

/** What may be said to the creator about a decided scan: a draft, which a person completes and sends. */
export const Statement = z
  .object({
    scan_id: z.uuid(),
    decision: Decision,
    language: z.string().meta({ description: 'ISO 639-1.' }),
    languages: z
      .array(z.object({ language: z.string(), name: z.string() }))
      .meta({ description: 'Those that there are.' }),
    title: z.string(),
    parts: z.array(StatementPart),
    text: z.string().meta({ description: 'Title and parts, as they are sent.' }),
    blanks: z.array(z.string()).meta({
      description: 'What a person still has to fill in, with its brackets, as it stands in `text`.',
    }),
    details_withheld: z
      .boolean()
      .meta({ description: 'Something endangers a child: no finding is detailed.' }),
  })
  .meta({ id: 'Statement' })
export type Statement = z.infer<typeof Statement>

export const ReviewLogEntry = z
  .object({
    what: z.enum(['decision', 'finding', 'second_decision', 'assignment']),
    code: z.string().nullable().meta({ description: 'Of a finding.' }),
    from: z.string().nullable(),
    to: z.string().nullable().meta({ description: 'Null: taken back.' }),
    reason: z.string().nullable(),
    note: z.string().nullable(),
    ...by,
  })
  .meta({ id: 'ReviewLogEntry' })
export type ReviewLogEntry = z.infer<typeof ReviewLogEntry>
export const ReviewLog = z.object({ entries: z.array(ReviewLogEntry) }).meta({ id: 'ReviewLog' })
export type ReviewLog = z.infer<typeof ReviewLog>

/** A scan that waits for somebody to decide. */
export const ReviewCase = z
  .object({
    scan_id: z.uuid(),
    profile_url: z.string(),
    scan_mode: ScanMode.nullable(),
    submitted_at: Timestamp,
    ready_at: Timestamp.meta({ description: 'Since when it waits.' }),
    recommendation: Recommendation,
    risk_score: z.int(),
    confidence: Confidence.nullable(),
    profile_state: ProfileState.nullable(),
    reason_codes: z.array(z.string()).meta({ description: 'The weightiest first.' }),
    version: z.int().meta({ description: 'Of the review.' }),
    second: z.boolean().meta({
      description: 'Somebody else has decided, and a second person is to decide without seeing how.',
    }),
    claim,
    assigned_to: z.object({ user_id: z.string(), email: z.string() }).nullable(),
  })
  .meta({ id: 'ReviewCase' })
export type ReviewCase = z.infer<typeof ReviewCase>

export const QUEUE_ORDERS = ['risk', 'age', 'reason_code'] as const
export const ASSIGNED = ['me', 'nobody', 'all'] as const

const openCount = z.int().min(0).max(10_000)

export const ReviewQueue = z
  .object({
    cases: z.array(ReviewCase).meta({ description: 'In their order.' }),
    next_cursor: z.string().nullable().meta({ description: 'Null at the end.' }),
    has_more: z.boolean(),
    counts: z
      .object({
        review_high: openCount,
        review_medium: openCount,
        review_low: openCount,
        no_flags: openCount,
      })
      .meta({
        description:
          'What is open by these filters, whatever was asked for as recommendation, and claimed or not. Counted no further than 10,000.',
      }),
    fetched_at: Timestamp,
  })
  .meta({ id: 'ReviewQueue' })
export type ReviewQueue = z.infer<typeof ReviewQueue>

export const ClaimedCase = z
  .object({
    case: ReviewCase.nullable().meta({ description: 'Null: nothing is left that nobody holds.' }),
    severe_limit: z.literal(true).optional().meta({
      description:
        'You have had as many severe cases in a row as the organization wants: others were not given to you.',
    }),
  })
  .meta({ id: 'ClaimedCase' })
export type ClaimedCase = z.infer<typeof ClaimedCase>

export const ReleasedCase = z
  .object({
    scan_id: z.uuid(),
    status: z.enum(['released', 'not_held']).meta({ description: '`not_held`: you did not hold it.' }),
  })
  .meta({ id: 'ReleasedCase' })
export type ReleasedCase = z.infer<typeof ReleasedCase>

export const DecidedCase = z
  .object({
    scan_id: z.uuid(),
    decision: Decision,
    version: z.int(),
    second: z.boolean().meta({ description: 'It was the second decision; the first one stands.' }),
    undo_until: Timestamp.meta({ description: 'Until then `undo` takes it back.' }),
  })
  .meta({ id: 'DecidedCase' })
export type DecidedCase = z.infer<typeof DecidedCase>

const passedOver = z.array(z.object({ scan_id: z.uuid(), why: z.string() }))

export const DecidedCases = z
  .object({ decided: z.array(z.uuid()), passed_over: passedOver })
  .meta({ id: 'DecidedCases' })
export type DecidedCases = z.infer<typeof DecidedCases>

export const AssignedCases = z
  .object({
    assigned: z.array(z.uuid()),
    passed_over: z.array(z.uuid()).meta({ description: 'Decided, theirs already, or no scan of yours.' }),
  })
  .meta({ id: 'AssignedCases' })
export type AssignedCases = z.infer<typeof AssignedCases>

/** What somebody says to the others about a scan. */
export const ScanComment = z
  .object({
    comment_id: z.string(),
    scan_id: z.uuid(),
    body: z.string(),
    ...by,
    mentions: z.array(z.object({ user_id: z.string(), email: z.string() })),
  })
  .meta({ id: 'ScanComment' })
export type ScanComment = z.infer<typeof ScanComment>
export const ScanCommentList = z.object({ comments: z.array(ScanComment) }).meta({ id: 'ScanCommentList' })
export type ScanCommentList = z.infer<typeof ScanCommentList>

export const Mention = ScanComment.extend({ profile_url: z.string(), seen: z.boolean() }).meta({
  id: 'Mention',
})
export type Mention = z.infer<typeof Mention>
export const MentionList = z.object({ mentions: z.array(Mention) }).meta({ id: 'MentionList' })
export type MentionList = z.infer<typeof MentionList>

const percent = z.number().min(0).max(100)

/** How an organization reviews. */
export const ReviewSettings = z
  .object({
    reasons: z.array(z.string()).meta({ description: 'Reasons to choose from.' }),
    reason_required: z.boolean().meta({
      description: 'No decision without a reason, but for clearing what was not flagged.',
    }),
    note_required: z.boolean().meta({ description: 'Likewise for a note.' }),
    second_review: z.object({ percent, codes: z.record(z.string(), percent) }).meta({
      description:
        'How many of a hundred decisions a second person makes again without seeing the first; of reports with a code, where `codes` says more.',
    }),
    wellbeing: z.object({
      blur_pictures: z.boolean().meta({
        description:
          'Pictures are blurred and grey for everybody until asked for. Otherwise each person chooses.',
      }),
      severe_in_row: z.int().nullable().meta({
        description:
          'After so many severe cases in a row the queue gives a person milder ones, until one of them is decided or 15 minutes have passed. Null: no limit.',
      }),
      break_minutes: z.int().nullable().meta({
        description: 'After so many minutes of reviewing the dashboard reminds of a break. Null: never.',
      }),
    }),
  })
  .meta({ id: 'ReviewSettings' })
export type ReviewSettings = z.infer<typeof ReviewSettings>

/** How reviewing goes. */
export const ReviewStats = z
  .object({
    open: z
      .array(
        z.object({
          recommendation: z.string(),
          hour: z.int(),
          day: z.int(),
          three_days: z.int(),
          week: z.int(),
          older: z.int(),
        }),
      )
      .meta({
        description:
          'What is undecided and calls for review, by how long it waits: less than an hour, a day, three days, a week, or longer. Each counts once.',
      }),
    days: z.array(z.object({ day: z.iso.date(), decided: z.int() })).meta({
      description: 'First decisions that stand, by day, UTC; the oldest first, today last.',
    }),
    reviewers: z.array(
      z.object({
        user_id: z.string().nullable(),
        email: z.string(),
        cleared: z.int(),
        escalated: z.int(),
        false_alarm: z.int(),
        second: z.int().meta({ description: 'Second decisions, which the others do not count.' }),
      }),
    ),
    agreement: z
      .object({
        both: z.int().meta({ description: 'Scans that two people decided on.' }),
        agreed: z.int(),
        codes: z.array(z.object({ code: z.string(), both: z.int(), agreed: z.int() })),
        disagreements: z.array(
          z.object({
            scan_id: z.uuid(),
            profile_url: z.string(),
            first: z.string(),
            second: z.string(),
            at: Timestamp,
          }),
        ),
      })
      .meta({ description: 'As both stood when the second person decided.' }),
    rules: z.array(z.object({ rule: z.string(), judged: z.int(), false_alarms: z.int() })).meta({
      description:
        'By rule: decided scans on which it spoke, and those that were called a false alarm or whose finding was rejected. Cleared ones without a verdict are not counted.',
    }),
    fetched_at: Timestamp,
  })
  .meta({ id: 'ReviewStats' })
export type ReviewStats = z.infer<typeof ReviewStats>

export const ReviewPrecision = z
  .object({
    codes: z.array(
      z.object({
        code: z.string(),
        accepted: z.int(),
        rejected: z.int(),
        precision: z.number().meta({ description: 'Share of judged findings that were accepted.' }),
        low: z.number().meta({ description: 'Lower end of the 95 % Wilson interval.' }),
        high: z.number(),
      }),
    ),
  })
  .meta({ id: 'ReviewPrecision' })
export type ReviewPrecision = z.infer<typeof ReviewPrecision>
