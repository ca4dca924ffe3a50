/**
 * Letters that take no room. Zero-width joiners stay where emoji and Persian need them, one at a time.
 * Unicode 16, general category Cf; "tag" letters (U+E0020–E007E) spell ASCII that nobody sees.
 */
const INVISIBLE = /[\u00ad\u180e\u200b\u2060-\u2064\ufeff]|[\u200c\u200d]{2,}/g
const ANY = /[\u00ad\u180e\u200b-\u200d\u2060-\u2064\ufeff\u{e0020}-\u{e007f}]/u
const TAGGED = /(\u{1f3f4}?)([\u{e0020}-\u{e007e}]+)\u{e007f}?/gu

/** Splits text into what shows and what was spelt in tag letters. */
export function splitInvisible(text: string): { shown: string; smuggled: string } {
  if (!ANY.test(text)) return { shown: text, smuggled: '' }
  let smuggled = ''
  const shown = text.replace(INVISIBLE, '').replace(TAGGED, (all, flag: string, tags: string) => {
    // The flags of England, Scotland and Wales are spelt this way too.
    if (flag !== '') return all
    smuggled += String.fromCodePoint(...Array.from(tags, (tag) => (tag.codePointAt(0) ?? 0) - 0xe0000))
    return ''
  })
  return { shown, smuggled }
}
