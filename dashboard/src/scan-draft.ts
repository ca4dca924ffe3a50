/** What somebody typed and has not submitted, or what the daily limit left over; in this browser, of one person in one organization, until they sign out. */
export interface Draft {
  text: string
  /** The batch that the text is left over from. */
  leftFrom: string | null
}

const PREFIX = 'toscan.draft.'
const keyOf = (owner: string) => `${PREFIX}${owner}`
const EMPTY: Draft = { text: '', leftFrom: null }
/** What the browser had no room for, or may not store: there for as long as this document is. */
const unstored = new Map<string, Draft>()

/** @param owner organization and person */
export function readDraft(owner: string): Draft {
  const held = unstored.get(owner)
  if (held) return held
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(owner)) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return EMPTY
    const text = Reflect.get(stored, 'text')
    const leftFrom = Reflect.get(stored, 'leftFrom')
    return {
      text: typeof text === 'string' ? text : '',
      leftFrom: typeof leftFrom === 'string' ? leftFrom : null,
    }
  } catch {
    return EMPTY
  }
}

export function writeDraft(owner: string, draft: Draft) {
  unstored.delete(owner)
  if (draft.text === '') return localStorage.removeItem(keyOf(owner))
  try {
    localStorage.setItem(keyOf(owner), JSON.stringify(draft))
  } catch {
    unstored.set(owner, draft)
  }
}

/** Whoever signs out leaves no list of creators behind, nor does who was here before to who signs in now. @param userId whose stays; null: nobody's */
export function forgetDrafts(userId: string | null) {
  const isOthers = (owner: string) => userId === null || !owner.endsWith(`.${userId}`)
  for (const owner of [...unstored.keys()].filter(isOthers)) unstored.delete(owner)
  for (const key of Object.keys(localStorage))
    if (key.startsWith(PREFIX) && isOthers(key.slice(PREFIX.length))) localStorage.removeItem(key)
}
