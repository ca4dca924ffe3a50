/**
 * `whole` points divided as the weights are, in whole points that add up to it: each has its part rounded down, and what is left goes to
 * the largest remainders, of equal ones to the first. Where no weight is above 0 there is nothing to divide by: all have 0.
 */
export function splitWhole(whole: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (sum <= 0) return weights.map(() => 0)
  const parts = weights.map((weight) => (whole * weight) / sum)
  const points = parts.map((part) => Math.floor(part + ERROR))
  const left = whole - points.reduce((total, each) => total + each, 0)
  const next = parts
    .map((part, index) => ({ index, remainder: Math.round((part - (points[index] ?? 0)) / ERROR) }))
    .filter(({ index }) => (weights[index] ?? 0) > 0)
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index)
    .slice(0, left)
  for (const { index } of next) points[index] = (points[index] ?? 0) + 1
  return points
}

/** Far above what sums of products err by, far below a point. */
const ERROR = 1e-9
