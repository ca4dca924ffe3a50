/** `67 %`; of few it says how many: `2 of 3`. */
export function shareWords(part: number, whole: number): string {
  return whole < 10 ? `${part} of ${whole}` : `${Math.round((100 * part) / whole)} %`
}
