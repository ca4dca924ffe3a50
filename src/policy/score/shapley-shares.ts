/**
 * What each code brings to the raw score `1 − Π(1 − most of a family)`: its Shapley value, the mean of what it adds over all orders in
 * which the codes could have been found (Shapley, A Value for n-Person Games, 1953). The values add up to the raw score, codes that
 * bring the same have the same, and one that brings nothing has 0.
 *
 * No order is tried: the value is the integral, over q from 0 to 1, of what a code adds where each other one is there with
 * probability q (Owen, Multilinear Extensions of Games, Management Science 18(5), 1972). Each family is one factor of that, the
 * whole a polynomial in q, and Gauss's quadrature integrates a polynomial exactly.
 * @param codes `share`: what the code alone brings to its family, 0 to 1
 */
export function shapleyShares(codes: readonly { family: string; share: number }[]): number[] {
  const points = gaussPoints(Math.ceil(codes.length / 2))
  const families = [...Map.groupBy(codes, ({ family }) => family).values()]
  return codes.map((code) => {
    const shareOf = ({ share }: { share: number }): number => share
    const beside = families.find((family) => family.includes(code))?.filter((each) => each !== code) ?? []
    const others = families.filter((family) => !family.includes(code)).map((family) => family.map(shareOf))
    return points.reduce((sum, { at, weight }) => {
      const most = (certain: number) => expectedMost(beside.map(shareOf), at, certain)
      const rest = others.reduce((product, family) => product * (1 - expectedMost(family, at, 0)), 1)
      return sum + weight * rest * Math.max(0, most(code.share) - most(0))
    }, 0)
  })
}

/** The mean of the largest share where each is there with the probability `at`, and `certain` in any case. */
function expectedMost(shares: readonly number[], at: number, certain: number): number {
  const larger = shares.filter((share) => share > certain).sort((a, b) => b - a)
  const none = (1 - at) ** larger.length
  return larger.reduce((sum, share, before) => sum + at * (1 - at) ** before * share, none * certain)
}

/** Points and weights that integrate every polynomial up to the degree `2·count − 1` over 0 to 1: the roots of Legendre's. */
function gaussPoints(count: number): { at: number; weight: number }[] {
  return Array.from({ length: count }, (_, i) => {
    let x = Math.cos((Math.PI * (i + 0.75)) / (count + 0.5))
    for (let step = 0; step < NEWTON_STEPS; step++) x -= legendre(count, x).value / legendre(count, x).slope
    return { at: (1 + x) / 2, weight: 1 / ((1 - x * x) * legendre(count, x).slope ** 2) }
  })
}

/** Enough from where each root is looked for: the digits double with each. */
const NEWTON_STEPS = 8

function legendre(degree: number, x: number): { value: number; slope: number } {
  let [before, value] = [1, x]
  for (let n = 2; n <= degree; n++)
    [before, value] = [value, ((2 * n - 1) * x * value - (n - 1) * before) / n]
  return { value, slope: (degree * (before - x * value)) / (1 - x * x) }
}
