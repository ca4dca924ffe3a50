/**
 * Controls, and what turns the direction of text or takes no room: a name must not be able to look like another. Joiners belong
 * into many scripts and into emoji; beside Latin letters and signs they only hide.
 */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|(?<=^|[\u0000-\u007f])[\u200c\u200d]|[\u200c\u200d](?=$|[\u0000-\u007f])/g

/** A line of text that others wrote, with everything in it to be seen: `a\u202eb` becomes `a⟨202E⟩b`. */
export function visibleText(text: string): string {
  return text.replace(
    UNSEEN,
    (found) => `⟨${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  )
}

/** The same for a text of several lines, which stay lines. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visibleText).join('\n')
}
