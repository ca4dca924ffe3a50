import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { COLUMNS, type Figure, shownFigure } from './figure.ts'

interface Run {
  at: string
  /** Processors, Node and PostgreSQL. */
  on: string
  load: string
  figures: Figure[]
}

const FILE = join(import.meta.dirname, 'RESULTS.md')

/** Writes RESULTS.md anew: the run before is in the history of the repository. */
export function keepResults(run: Run) {
  writeFileSync(FILE, resultsPage(run))
}

/** The page in Markdown. It names no host, and no path of the machine. */
export function resultsPage({ at, on, load, figures }: Run): string {
  const line = (cells: (string | number | undefined)[]) =>
    `| ${cells.map((cell) => String(cell ?? '').replaceAll('|', '\\|')).join(' | ')} |`
  const rows = figures.map(shownFigure).map((row) => line(COLUMNS.map((column) => row[column])))
  return [
    '# What was measured',
    '',
    `Written by \`npm run bench -- --keep\`. What each bench does stands in [its README](README.md); \`reach\` is what is wanted.`,
    '',
    `${at}, ${on}. Load ${load}.`,
    '',
    line([...COLUMNS]),
    line(COLUMNS.map(() => '---')),
    ...rows,
    '',
  ].join('\n')
}
