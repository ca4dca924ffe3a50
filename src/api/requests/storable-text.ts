/** Text that PostgreSQL can hold: without NUL, and with U+FFFD for lone surrogates. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** Blanks around, tabs and line breaks are no part of a URL either. */
export function storableUrl(url: string): string {
  return storableText(url)
    .replace(/[\t\n\r]/g, '')
    .trim()
}
