import { useSyncExternalStore } from 'react'
import { THIS_TAB } from './living-tabs.ts'

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
  /** When it was last written, and in which tab. */
  at: number
  tab: string
}

export type Written = Omit<KeptWords, 'at' | 'tab'>
export type Subject = Pick<KeptWords, 'scanId' | 'about'>

const PREFIX = 'toscan.kept.'
/** Of one person in one organization: the oldest go. */
const MOST = 50
const KEPT_MS = 14 * 86_400_000
const NONE: readonly KeptWords[] = []
const read = new Map<string, readonly KeptWords[]>()
/** What this document alone holds: words that must not be stored, or could not be. */
const held = new Map<string, KeptWords>()
const listeners = new Set<() => void>()

/**
 * Words outlive the case, the page, the tab and the browser in which they were written: for one person in one organization, until they are sent or dropped,
 * that person signs out, or somebody else signs in here; no longer than two weeks. The newest come first.
 * @param owner organization and person
 */
export function keptWords(owner: string): readonly KeptWords[] {
  const known = read.get(owner) ?? readAll(owner)
  read.set(owner, known)
  return known
}

export function keptAbout(owner: string, subject: Subject): KeptWords | undefined {
  return keptWords(owner).find((kept) => kept.scanId === subject.scanId && kept.about === subject.about)
}

/**
 * Those without a letter are no words.
 * @param mayStore false: nothing of it may be written down in this browser, so that it goes with the document
 */
export function keepWords(owner: string, words: Written, mayStore: boolean) {
  if (`${words.text}${words.reason ?? ''}`.trim() === '') return dropWords(owner, words)
  const key = keyOf(owner, words)
  const kept = { ...words, at: Date.now(), tab: THIS_TAB }
  if (!(mayStore && store(key, kept))) {
    held.set(key, kept)
    localStorage.removeItem(key)
  } else held.delete(key)
  for (const old of readAll(owner).slice(MOST)) forget(keyOf(owner, old))
  tell(owner)
}

export function dropWords(owner: string, subject: Subject) {
  if (!keptAbout(owner, subject)) return
  forget(keyOf(owner, subject))
  tell(owner)
}

/** Whether something would go with this document. */
export function holdsWords(): boolean {
  return held.size > 0
}

/** Whoever signs out leaves nothing behind, nor does who was here before to who signs in now. @param userId whose words stay; null: nobody's */
export function forgetWords(userId: string | null) {
  const isOthers = (key: string) => userId === null || !key.slice(PREFIX.length).includes(`.${userId}.`)
  for (const key of [...storedKeys(PREFIX), ...held.keys()].filter(isOthers)) forget(key)
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

// Another tab has written, sent or dropped something, or signed out.
if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key.startsWith(PREFIX)) tell()
  })

function keyOf(owner: string, { about, scanId }: Subject): string {
  return `${PREFIX}${owner}.${about}.${scanId}`
}

function store(key: string, kept: KeptWords): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(kept))
    return true
  } catch {
    // The storage is full or forbidden: as long as this document lives they are kept all the same.
    return false
  }
}

function forget(key: string) {
  localStorage.removeItem(key)
  held.delete(key)
}

function storedKeys(prefix: string): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
}

function readAll(owner: string): readonly KeptWords[] {
  const prefix = `${PREFIX}${owner}.`
  const stored = storedKeys(prefix).flatMap((key) => {
    const kept = parse(localStorage.getItem(key))
    if (kept && Date.now() - kept.at < KEPT_MS) return [kept]
    localStorage.removeItem(key)
    return []
  })
  const here = [...held].filter(([key]) => key.startsWith(prefix)).map(([, kept]) => kept)
  const all = [...here, ...stored].sort((a, b) => b.at - a.at)
  return all.length > 0 ? all : NONE
}

/** What is known of these is read anew. @param owner undefined: of everybody */
function tell(owner?: string) {
  if (owner === undefined) read.clear()
  else read.delete(owner)
  for (const listener of listeners) listener()
}

/** Another version may have written them. */
function parse(stored: string | null): KeptWords | null {
  try {
    const words: unknown = JSON.parse(stored ?? 'null')
    return isKept(words) ? words : null
  } catch {
    return null
  }
}

function isKept(value: unknown): value is KeptWords {
  if (typeof value !== 'object' || value === null) return false
  const { scanId, name, about, text, decision, reason, at, tab } = value as Record<string, unknown>
  return (
    [scanId, name, text, tab].every((word) => typeof word === 'string') &&
    typeof at === 'number' &&
    (about === 'decision' || about === 'comment') &&
    [decision, reason].every((word) => word === null || typeof word === 'string')
  )
}
