/** How much of a page is kept. Letters are UTF-16 units. */
export const LIMITS = {
  depth: 512,
  links: 10_000,
  images: 200,
  scripts: 200,
  scriptLetters: 2 * 1024 * 1024,
  allScriptLetters: 4 * 1024 * 1024,
  text: 400_000,
  metas: 400,
  metaLetters: 4096,
  titleLetters: 4096,
  linkText: 300,
  urlLetters: 4096,
  jsonLd: 200,
  attributeStates: 100,
  attributeCodes: 200,
  attributeTexts: 2_000,
  scriptSources: 50,
}

/** Of one line, with single blanks. */
export function clip(text: string, limit: number): string {
  return text
    .slice(0, limit * 2)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, limit)
}
