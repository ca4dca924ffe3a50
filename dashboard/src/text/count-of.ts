/** `1 piece`, `2 pieces`. @param what in the singular; its plural ends in s */
export function countOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
