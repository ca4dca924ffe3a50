/** Controls, and what turns the direction of text or takes no room: a name must not be able to look like another. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** A line of text that others wrote, with everything in it to be seen: `a\u202eb` becomes `a⟨202E⟩b`. */
export function visibleText(text: string): string {
  return text.replace(
    UNSEEN,
    (found) => `⟨${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  )
}
