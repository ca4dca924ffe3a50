import { normaliseText } from '../text-views.ts'

/** The words of a list with commas between them, as views write them. */
export function listedWords(list: string | undefined): string[] {
  return (list ?? '')
    .split(', ')
    .filter((word) => word !== '')
    .map(normaliseText)
}

/** Words as alternatives of a pattern, longer ones first. */
export function asAlternatives(words: readonly string[]): string {
  return [...new Set(words)]
    .map((word) => word.replace(/[/.*+?]/g, '\\$&'))
    .sort((a, b) => b.length - a.length)
    .join('|')
}
