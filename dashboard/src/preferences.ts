import { useSyncExternalStore } from 'react'

/** What one person wants in this browser. The service keeps none of it. */
export interface Preferences {
  /** Pictures are shown blurred and grey until somebody asks for them. */
  blurPictures: boolean
  /** In which zone moments are shown; filters are days of UTC. */
  timeZone: 'utc' | 'local'
}

const KEY = 'toscan.preferences'
const DEFAULTS: Preferences = { blurPictures: true, timeZone: 'utc' }

let current: Preferences | null = null
const listeners = new Set<() => void>()

export function preferences(): Preferences {
  current ??= readPreferences(localStorage.getItem(KEY))
  return current
}

export function setPreferences(change: Partial<Preferences>) {
  current = { ...preferences(), ...change }
  localStorage.setItem(KEY, JSON.stringify(current))
  for (const listener of listeners) listener()
}

export function usePreferences(): Preferences {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, preferences)
}

/** What was stored, as far as it can be used: another version of this page may have written it, or a person. */
export function readPreferences(stored: string | null): Preferences {
  const read = parse(stored)
  return {
    blurPictures: typeof read.blurPictures === 'boolean' ? read.blurPictures : DEFAULTS.blurPictures,
    timeZone: read.timeZone === 'local' || read.timeZone === 'utc' ? read.timeZone : DEFAULTS.timeZone,
  }
}

function parse(stored: string | null): Partial<Record<keyof Preferences, unknown>> {
  try {
    const read: unknown = JSON.parse(stored ?? '{}')
    return typeof read === 'object' && read !== null ? read : {}
  } catch {
    return {}
  }
}
