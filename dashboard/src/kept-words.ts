import { useSyncExternalStore } from 'react'

/** What somebody wrote about a scan and has neither sent nor dropped. */
export interface KeptWords {
  scanId: string
  /** Of the profile, for lists. */
  name: string
  about: 'decision' | 'comment'
  text: string
  /** What was chosen beside a note. */
  decision: string | null
  reason: string | null
}

export type Subject = Pick<KeptWords, 'scanId' | 'about'>

const PREFIX = 'toscan.kept.'
const NONE: readonly KeptWords[] = []
const read = new Map<string, readonly KeptWords[]>()
const listeners = new Set<() => void>()

/**
 * Words outlive the case, the page and the document on which they were written: in this tab only, for one person in one organization,
 * until they are sent, dropped, or that person signs out.
 * @param owner organization and person
 */
export function keptWords(owner: string): readonly KeptWords[] {
  const known = read.get(owner) ?? parse(sessionStorage.getItem(PREFIX + owner))
  read.set(owner, known)
  return known
}

export function keptAbout(owner: string, subject: Subject): KeptWords | undefined {
  return keptWords(owner).find((kept) => isAbout(kept, subject))
}

/** Those without a letter are no words. The newest come first. */
export function keepWords(owner: string, words: KeptWords) {
  if (words.text.trim() === '') return dropWords(owner, words)
  const others = keptWords(owner).filter((kept) => !isAbout(kept, words))
  write(owner, [words, ...others])
}

export function dropWords(owner: string, subject: Subject) {
  const words = keptWords(owner)
  const others = words.filter((kept) => !isAbout(kept, subject))
  if (others.length < words.length) write(owner, others)
}

/** Of everybody: whoever signs out leaves nothing behind. */
export function forgetWords() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  read.clear()
  tell()
}

export function useKeptWords(owner: string): readonly KeptWords[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => keptWords(owner),
  )
}

function isAbout(kept: KeptWords, { scanId, about }: Subject): boolean {
  return kept.scanId === scanId && kept.about === about
}

function write(owner: string, words: readonly KeptWords[]) {
  read.set(owner, words)
  try {
    if (words.length === 0) sessionStorage.removeItem(PREFIX + owner)
    else sessionStorage.setItem(PREFIX + owner, JSON.stringify(words))
  } catch {
    // The storage is full or forbidden: as long as this document lives they are kept all the same.
  }
  tell()
}

function tell() {
  for (const listener of listeners) listener()
}

/** Another version may have written them. */
function parse(stored: string | null): readonly KeptWords[] {
  try {
    const words: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(words) ? words.filter(isKept) : NONE
  } catch {
    return NONE
  }
}

function isKept(value: unknown): value is KeptWords {
  if (typeof value !== 'object' || value === null) return false
  const { scanId, name, about, text, decision, reason } = value as Record<string, unknown>
  return (
    [scanId, name, text].every((word) => typeof word === 'string') &&
    (about === 'decision' || about === 'comment') &&
    [decision, reason].every((word) => word === null || typeof word === 'string')
  )
}
