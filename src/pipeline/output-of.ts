import { storableJson } from '../evidence/storable-json.ts'

/** Captures whose bytes could not be written, by `captureKey`. */
export type LostCaptures = ReadonlySet<string>

/** One page of one moment. */
export function captureKey(sha256: string, at: string): string {
  return `${sha256} ${at}`
}

/**
 * What a step gave, as JSON, in which nothing states the hash of bytes that are nowhere: evidence is `notStored` instead, and
 * a screenshot of it was not taken.
 */
export function outputOf(result: unknown, lost: LostCaptures): string {
  if (lost.size === 0) return storableJson(JSON.stringify(result))
  const stated = JSON.stringify(result, (name, value) => {
    if (!isLost(value, lost)) return value
    return name === 'screenshot' ? undefined : { ...value, sha256: null, notStored: true }
  })
  return storableJson(stated)
}

function isLost(value: unknown, lost: LostCaptures): value is object {
  if (typeof value !== 'object' || value === null || !('sha256' in value)) return false
  const at = 'capturedAt' in value ? value.capturedAt : 'takenAt' in value ? value.takenAt : null
  return typeof value.sha256 === 'string' && typeof at === 'string' && lost.has(captureKey(value.sha256, at))
}
