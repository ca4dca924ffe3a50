/**
 * What others wrote, so that it cannot pass for something else: characters that turn the direction of text, take no room or
 * steer a terminal are shown as their number. Marks that are heaped on one letter would be drawn over the lines around it: they are counted.
 * Everything else stays.
 */
export function showPlainly(text: string): string {
  return text
    .replace(UNSEEN, (character) => `⟨U+${hex(character)}⟩`)
    .replace(HEAPED, (_, few: string, heap: string) => `${few}⟨${[...heap].length} marks⟩`)
}

/** No script sets more than six on a letter; what follows is ours from there on, and takes no marks itself. */
const HEAPED = /([\p{Mn}\p{Me}]{6})([\p{Mn}\p{Me}]+)/gu

/** Line feeds and tabs are ordinary; joiners between letters and behind emoji are as well, and stay. */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
}
