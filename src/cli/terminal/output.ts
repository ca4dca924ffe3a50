/** Prints rows as columns that line up. */
export function printRows(rows: (string | number)[][]) {
  const texts = rows.map((row) => row.map(String))
  const widths = (texts[0] ?? []).map((_cell, column) =>
    Math.max(...texts.map((row) => row[column]?.length ?? 0)),
  )
  for (const row of texts) {
    console.log(
      row
        .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
        .join('  '),
    )
  }
}

/** One JSON object for programs, one line per fact for people. */
export function printFacts(facts: Record<string, string | number | null>, json: boolean | undefined) {
  if (json) console.log(JSON.stringify(facts))
  else printRows(Object.entries(facts).map(([name, value]) => [name, value ?? '']))
}
