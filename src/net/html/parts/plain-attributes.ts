/**
 * Attributes that hide nothing, carry no text and lead nowhere of themselves; whose an element is, or whether a style sheet hides it, of these only
 * its class and its id can tell. Most elements have no others.
 */
export const PLAIN_ATTRIBUTES: ReadonlySet<string> = new Set([
  'class',
  'id',
  'href',
  'rel',
  'target',
  'type',
  'name',
  'width',
  'height',
])
