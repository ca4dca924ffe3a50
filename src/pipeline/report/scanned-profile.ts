import type { ScannedProfile } from '../../../sdk/contract.ts'
import { profileStateOf } from '../../../sdk/profile-state.ts'
import type { Channel, Evidence } from '../../evidence/evidence.ts'
import type { PolicyPack } from '../../policy/pack/pack-schema.ts'
import { withMicroseconds } from '../coverage/with-microseconds.ts'
import { type Analysis, wasJudged } from '../judge/analyze.ts'
import { keptCaptures } from './kept-captures.ts'
import { minorSafetyRefs } from './minor-safety-refs.ts'

const BIO_CHARACTERS = 2000

/**
 * Whom the scan saw, from the evidence of the profile as it is stored, so that what is masked there is masked here. Null is
 * what was not read. Undefined when there is no evidence at all. Pure.
 */
export function scannedProfile(analysis: Analysis, policies: PolicyPack): ScannedProfile | undefined {
  const [own] = analysis.evidence
  if (own === undefined) return undefined
  const platform = own.platform === SHARED_READER ? null : own.platform
  const { handle } = analysis.subject
  if (!wasRead(own) || isPost(own)) return { ...NOTHING_READ, platform, handle, read_at: readAt(own) }
  const { verified = null, createdAt = null, counts } = own.facts
  return {
    platform,
    handle,
    name: textIn(own, 'name'),
    bio: beginningOf(textIn(own, 'bio')),
    followers: wholeNumber(counts?.followers),
    verified,
    created: createdAt,
    picture: pictureOf(own, analysis, policies),
    read_at: readAt(own),
    ...pictureHashOf(own, analysis, policies),
  }
}

/** Of hubs that have no reader of their own: no name of a site. */
const SHARED_READER = 'generic-hub'

const NOTHING_READ = {
  name: null,
  bio: null,
  followers: null,
  verified: null,
  created: null,
  picture: null,
}

function wasRead({ outcome }: Evidence): boolean {
  const state = profileStateOf(outcome)
  return state === 'read' || state === 'front_only'
}

function readAt(own: Evidence): string | null {
  return wasRead(own) ? withMicroseconds(own.capturedAt) : null
}

/** A page of a platform that is nobody's profile: its title and text are the post's. */
function isPost({ platform, handle }: Evidence): boolean {
  return platform !== null && handle === null
}

function textIn({ texts }: Evidence, channel: Channel): string | null {
  return texts.find((each) => each.channel === channel)?.text ?? null
}

/** Whole letters: half of a pair is none, and no database takes it. */
function beginningOf(text: string | null): string | null {
  return text === null ? null : text.slice(0, BIO_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '')
}

function wholeNumber(count: number | undefined): number | null {
  return count !== undefined && Number.isSafeInteger(count) && count >= 0 ? count : null
}

/** Of who may endanger a child, or who was not judged, nothing is kept by which a picture could be found again. */
function pictureHashOf({ facts }: Evidence, analysis: Analysis, policies: PolicyPack) {
  const isKept = wasJudged(analysis) && minorSafetyRefs(analysis.findings, policies).size === 0
  return isKept && facts.pictureHash ? { picture_hash: facts.pictureHash } : {}
}

/** The entry of the profile's first picture, where its bytes are kept. */
function pictureOf(own: Evidence, analysis: Analysis, policies: PolicyPack): string | null {
  const [url] = own.pictures ?? []
  const shown = analysis.evidence.find(
    (each) => each.type === 'image' && each.via === own.ref && each.url === url,
  )
  const isKept = keptCaptures(analysis, policies).some(({ ref, withheld }) => ref === shown?.ref && !withheld)
  return shown && isKept ? shown.ref : null
}
