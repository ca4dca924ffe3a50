import type { Open } from '../../../../sdk/client.ts'
import type { OrgStats } from '../../../../sdk/contract.ts'

export type Day = Open<OrgStats>['days'][number]

/** From the bottom up: what is grave stands on the ground, where it can be compared. */
export const PARTS = [
  'review_high',
  'review_medium',
  'review_low',
  'no_flags',
  'unseen',
  'failed',
  'processing',
] as const
export type Part = (typeof PARTS)[number]

export interface Bar {
  day: string
  total: number
  /** Shares of the chart's height, 0 to 1, stacked. */
  segments: { part: Part; from: number; height: number }[]
}

/** Bars against the tallest day, and a round number that is at least that. */
export function dayBars(days: readonly Day[]): { bars: Bar[]; top: number } {
  const totals = days.map((day) => PARTS.reduce((sum, part) => sum + day[part], 0))
  const top = roundUp(Math.max(1, ...totals))
  const bars = days.map((day, index) => {
    let from = 0
    const segments = PARTS.flatMap((part) => {
      const height = day[part] / top
      const segment = { part, from, height }
      from += height
      return height > 0 ? [segment] : []
    })
    return { day: day.day, total: totals[index] ?? 0, segments }
  })
  return { bars, top }
}

/** Shares of the chart's height that have a line: the middle where it is a number of scans, and no half of one. */
export function lineShares(top: number): number[] {
  return [0, 0.5, 1].filter((share) => Number.isInteger(top * share))
}

/** 1, 2, 5, 10, 20, 50 … */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value) ?? value
}
