import type { Row } from './measure.ts'

/** One line of the table that a run ends with: what was measured, and what it is set against. */
export interface Figure {
  work: string
  /** What it is set against, with its own number; `none` where the measure is absolute. */
  floor: string
  measured: string
  /** What `reach` is about: a ratio to the floor, or the number that was measured. */
  value: number
  /** Behind the value where it is no ratio, e.g. `ms`. */
  unit?: string
  reach: { least: number } | { most: number }
}

/** What a bench gives: its own table, and its lines of the table of all. */
export interface Measured {
  table: Row[]
  figures: Figure[]
}

export const COLUMNS = ['work', 'floor', 'measured', 'ratio', 'reach', 'met?'] as const

/** A line of the table, as it is shown. */
export function shownFigure({ work, floor, measured, value, unit, reach }: Figure): Row {
  const [sign, bound] = 'least' in reach ? ['≥', reach.least] : ['≤', reach.most]
  return {
    work,
    floor,
    measured,
    ratio: unit === undefined ? value : '',
    reach: `${sign} ${bound}${unit === undefined ? '' : ` ${unit}`}`,
    'met?': isMet({ value, reach }) ? 'yes' : 'no',
  }
}

/** What could not be measured is not met. */
export function isMet({ value, reach }: Pick<Figure, 'value' | 'reach'>): boolean {
  return 'least' in reach ? value >= reach.least : value <= reach.most
}

/** @throws where a number is none, or one that cannot be: no time, no memory and no speed is nought */
export function checkFigure({ work, value }: Figure): void {
  if (!Number.isFinite(value) || value <= 0) throw new Error(`${work}: ${value} is no measurement`)
}
