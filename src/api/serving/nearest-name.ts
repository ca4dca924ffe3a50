/** Changes of one letter that a slip of the pen takes at most, in a name of ten letters and more. */
const MOST_SLIPS = 3

/** The known name that was probably meant by `name`, in whatever spelling (`callbackUrl`); null where none is near. */
export function nearestName(name: string, known: readonly string[]): string | null {
  const plain = plainly(name)
  const mostSlips = Math.min(MOST_SLIPS, Math.floor(plain.length / 3))
  const [nearest] = known
    .map((each) => ({ each, slips: slipsBetween(plain, plainly(each)) }))
    .filter(({ slips }) => slips <= mostSlips)
    .sort((one, other) => one.slips - other.slips)
  return nearest?.each ?? null
}

function plainly(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** Letters put in, left out, changed, or swapped with their neighbour (optimal string alignment). */
function slipsBetween(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const next = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      next[column] = Math.min(
        at(last, column) + 1,
        at(next, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = last
    last = next
  }
  return at(last, other.length)
}

function at(row: number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
