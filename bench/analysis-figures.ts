import type { Figure, Measured } from './figure.ts'
import type { Row } from './measure.ts'

/** What the rows of `analysis` come to. The pack is the same in each of them. */
export function analysisFigures(table: Row[]): Measured {
  const absolute = (
    work: string,
    column: string,
    unit: string,
    most: number,
    row: Row | undefined,
  ): Figure => {
    const value = Number(row?.[column])
    return { work, floor: 'none', measured: `${value} ${unit}`, value, unit, reach: { most } }
  }
  const [plain, dense] = table
  return {
    table,
    figures: [
      absolute('analysis of 30 pages, plain, p50', 'p50 ms', 'ms', 12, plain),
      absolute('analysis of 30 pages, full of triggers, p50', 'p50 ms', 'ms', 30, dense),
      absolute('pack in memory', 'pack MB', 'MB', 60, plain),
      absolute('pack ready', 'pack ready ms', 'ms', 300, plain),
    ],
  }
}
