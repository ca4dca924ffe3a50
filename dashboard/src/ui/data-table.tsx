import type { ReactNode } from 'react'

export interface Column<Row> {
  id: string
  header: string
  /** Numbers stand to the right. */
  isNumeric?: boolean
  /** Left out where there is no room. */
  isMinor?: boolean
  /** This cell names the row. */
  isHeader?: boolean
  cell(row: Row): ReactNode
}

/** A native table that scrolls inside its own region, with what controls hide in it, so that the page never does sideways. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowId,
}: {
  label: string
  columns: Column<Row>[]
  rows: readonly Row[]
  rowId(row: Row): string
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; this is a region that scrolls.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <div role="group" aria-label={label} tabIndex={0} className="relative overflow-x-auto">
      <table className="w-full border-collapse text-[13px]">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="border-b border-line text-left text-xs text-muted">
            {columns.map((column) => (
              <th key={column.id} scope="col" className={`${cellStyle(column)} py-1.5 font-medium`}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowId(row)} className="border-b border-line last:border-0 hover:bg-hover/60">
              {columns.map((column) =>
                column.isHeader ? (
                  <th
                    key={column.id}
                    scope="row"
                    className={`${cellStyle(column)} py-2 text-left font-normal`}
                  >
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.id} className={`${cellStyle(column)} py-2`}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function cellStyle<Row>({ isNumeric, isMinor }: Column<Row>): string {
  return `px-4 align-middle ${isNumeric ? 'text-right tabular-nums' : ''} ${isMinor ? 'max-md:hidden' : ''}`
}
