import type { ReactNode } from 'react'

export interface Column<Row> {
  id: string
  header: string
  /** Numbers stand to the right. */
  isNumeric?: boolean
  /** Left out where there is no room. */
  isMinor?: boolean
  /** Left out where the table, and not the window, is narrower than this. */
  from?: keyof typeof FROM
  /** Takes what the others leave, and cuts off what it has no room for. */
  isFluid?: boolean
  /** Its heading is for who hears the page: what stands below says by itself what it is. */
  isHeaderHidden?: boolean
  /** What is in it says by itself what it does: buttons. */
  isAction?: boolean
  /** This cell names the row. */
  isHeader?: boolean
  cell(row: Row): ReactNode
}

/**
 * A native table that scrolls inside its own region, with what controls hide in it, so that the page never does sideways. With
 * `isStacked` its rows are cards where there is no room for columns: for rows that are read one by one, not compared.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowId,
  isStacked = false,
}: {
  label: string
  columns: Column<Row>[]
  rows: readonly Row[]
  rowId(row: Row): string
  isStacked?: boolean
}) {
  const as = isStacked ? STACKED : PLAIN
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; this is a region that scrolls.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <div role="group" aria-label={label} tabIndex={0} className="@container relative overflow-x-auto">
      <table {...as.table}>
        <caption className="sr-only">{label}</caption>
        <thead {...as.head}>
          <tr {...as.headRow} className="border-b border-line text-left text-xs text-muted">
            {columns.map((column) => (
              <th
                key={column.id}
                {...as.column}
                scope="col"
                className={`${cellStyle(column)} py-1.5 font-medium`}
              >
                {column.isHeaderHidden ? <span className="sr-only">{column.header}</span> : column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...as.body}>
          {rows.map((row) => (
            <tr key={rowId(row)} {...as.row}>
              {columns.map((column) =>
                column.isHeader ? (
                  <th
                    key={column.id}
                    {...as.name}
                    scope="row"
                    className={`${cellStyle(column)} ${as.name.className} py-2 text-left font-normal`}
                  >
                    {column.cell(row)}
                  </th>
                ) : (
                  <td
                    key={column.id}
                    {...as.cell}
                    data-label={column.isAction ? undefined : column.header}
                    className={`${cellStyle(column)} ${column.isMinor ? '' : as.cell.className} py-2`}
                  >
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

const TABLE = 'w-full border-collapse text-[0.8125rem]'
const ROW = 'border-b border-line last:border-0 hover:bg-hover/60'

const PLAIN = {
  table: { className: TABLE },
  head: {},
  headRow: {},
  column: {},
  body: {},
  row: { className: ROW },
  name: { className: '' },
  cell: { className: '' },
}

/** What is laid out otherwise forgets in some browsers what it is, unless it says so. */
const STACKED = {
  table: { role: 'table', className: `${TABLE} @max-2xl:block` },
  head: { role: 'rowgroup', className: '@max-2xl:sr-only' },
  headRow: { role: 'row' },
  column: { role: 'columnheader' },
  body: { role: 'rowgroup', className: '@max-2xl:block' },
  row: {
    role: 'row',
    className: `${ROW} @max-2xl:flex @max-2xl:flex-wrap @max-2xl:items-center @max-2xl:gap-x-5 @max-2xl:gap-y-1.5 @max-2xl:px-4 @max-2xl:py-2.5`,
  },
  name: {
    role: 'rowheader',
    className: '@max-2xl:min-w-0 @max-2xl:max-w-full @max-2xl:basis-full @max-2xl:p-0',
  },
  cell: {
    role: 'cell',
    className:
      '@max-2xl:flex @max-2xl:min-w-0 @max-2xl:items-center @max-2xl:gap-2 @max-2xl:p-0 @max-2xl:[overflow-wrap:anywhere] @max-2xl:data-label:before:text-xs @max-2xl:data-label:before:text-muted @max-2xl:data-label:before:content-[attr(data-label)]',
  },
}

const FROM = {
  '44rem': '@max-[44rem]:hidden',
  '56rem': '@max-[56rem]:hidden',
  '66rem': '@max-[66rem]:hidden',
} as const

function cellStyle<Row>({ isNumeric, isMinor, isFluid, from }: Column<Row>): string {
  return `px-3 first:pl-4 last:pr-4 align-middle ${isNumeric ? 'text-right tabular-nums' : ''} ${isMinor ? '@max-2xl:hidden' : ''} ${isFluid ? 'w-full max-w-0 min-w-40' : ''} ${from ? FROM[from] : ''}`
}
