/** The normal distribution's 97.5 % quantile: an interval of 95 %. */
const Z = 1.959964

/**
 * Where the true share lies with 95 %, after `hits` of `total` (at least 1). Wilson's score interval: unlike the usual one it
 * stays within 0 and 1 and says little after few observations.
 */
export function wilsonInterval(hits: number, total: number): { low: number; high: number } {
  const share = hits / total
  const z2 = Z * Z
  const middle = share + z2 / (2 * total)
  const reach = Z * Math.sqrt((share * (1 - share)) / total + z2 / (4 * total * total))
  const scale = 1 + z2 / total
  return { low: Math.max(0, (middle - reach) / scale), high: Math.min(1, (middle + reach) / scale) }
}
