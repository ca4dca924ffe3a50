import { RegExpParser } from '@eslint-community/regexpp'

const parser = new RegExpParser()

/**
 * The alternatives of a pattern, each as a pattern of its own; the whole where it refers back to its groups, which have other numbers in a part.
 * @param source of a pattern with the flag `u`, linted
 */
export function alternativesOf(source: string): string[] {
  const { alternatives } = parser.parsePattern(source, 0, source.length, { unicode: true })
  return /\\(?:[1-9]|k<)/.test(source) ? [source] : alternatives.map(({ raw }) => raw)
}
