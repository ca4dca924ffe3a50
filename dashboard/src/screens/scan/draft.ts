/** What somebody typed and has not submitted, or what the daily limit left over; in this browser, for this organization. */
export interface Draft {
  text: string
  /** The batch that the text is left over from. */
  leftFrom: string | null
}

const keyOf = (orgId: string) => `toscan.draft.${orgId}`
const EMPTY: Draft = { text: '', leftFrom: null }
/** What the browser had no room for, or may not store: there for as long as this document is. */
const unstored = new Map<string, Draft>()

export function readDraft(orgId: string): Draft {
  const held = unstored.get(orgId)
  if (held) return held
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(orgId)) ?? 'null')
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

export function writeDraft(orgId: string, draft: Draft) {
  unstored.delete(orgId)
  if (draft.text === '') return localStorage.removeItem(keyOf(orgId))
  try {
    localStorage.setItem(keyOf(orgId), JSON.stringify(draft))
  } catch {
    unstored.set(orgId, draft)
  }
}
