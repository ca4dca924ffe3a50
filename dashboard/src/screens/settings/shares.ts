/** `escort_offer 50`, a line for each; null where a line is none. */
export function readShares(text: string): Record<string, number> | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const shares = lines.map((line) => /^\s*(\w+)[\s:=]+(\d{1,3}(?:\.\d+)?)\s*%?\s*$/.exec(line))
  if (shares.some((found) => !found || Number(found[2]) > 100)) return null
  return Object.fromEntries(shares.map((found) => [found?.[1] ?? '', Number(found?.[2])]))
}

export function writeShares(shares: Record<string, number>): string {
  return Object.entries(shares)
    .map(([code, share]) => `${code} ${share}`)
    .join('\n')
}
