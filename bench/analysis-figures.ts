import type { Figure, Measured } from './figure.ts'
import type { Row } from './measure.ts'

/** What the rows of `analysis` come to: three kinds of pages, then the pack at a first start and at later ones. */
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
  const [plain, dense, written, first, later] = table
  return {
    table,
    figures: [
      absolute('analysis of 30 pages, plain, p50', 'p50 ms', 'ms', 12, plain),
      absolute('analysis of 30 pages, full of triggers, p50', 'p50 ms', 'ms', 30, dense),
      absolute('analysis of 30 pages, as people write, p50', 'p50 ms', 'ms', 60, written),
      absolute('pack in memory, first start', 'MB grown', 'MB', 60, first),
      absolute('pack in memory, later starts', 'MB grown', 'MB', 60, later),
      absolute('pack read and ready, first start', 'p50 ms', 'ms', 300, first),
      absolute('pack read and ready, later starts', 'p50 ms', 'ms', 300, later),
    ],
  }
}
