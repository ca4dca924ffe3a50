const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#x27': "'",
  nbsp: ' ',
}

/** A title or snippet without the marks that an engine puts around the words it found. */
export function plainText(html: string): string {
  return html
    .replace(/<\/?(?:strong|b|em)>/g, '')
    .replace(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
}
