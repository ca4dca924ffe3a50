import { ErrorBody, ScanExport, ValidationErrorBody } from '../../../sdk/contract.ts'
import { csv, csvRows } from '../../../sdk/csv.ts'
import { SCAN_COLUMNS, scanCell } from '../../../sdk/scan-table.ts'
import type { Db } from '../../db/database.ts'
import { recordAct } from '../../db/people/acts.ts'
import type { ListFilter, ListPosition } from '../../db/scans/list-filter.ts'
import { type ListRow, listScans } from '../../db/scans/list-scans.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { exportScansQuery } from '../requests/scan-requests.ts'
import { listFilterOf } from './list-scans.ts'

/** Scans that are held in memory at a time. */
const AT_ONCE = 500

export const exportScans = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/scans/export',
    summary: 'Take the list of scans along',
    description:
      'All scans that a filter of `GET /org/scans` chooses, in its order, as one file that is written while it is sent. A parameter that is not known is refused (422): the file would hold more than was meant. In CSV, cells that a spreadsheet would run begin with an apostrophe. Where the service breaks down on the way the connection breaks too: a file whose transfer ended well is whole. That it was exported is an act itself.',
    tag: 'Scans',
    access: 'any',
    query: exportScansQuery,
    produces: ['application/x-ndjson', 'text/csv'],
    acts: ['scans.export'],
    answers: { 200: ScanExport, 400: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, by, query: { format = 'ndjson', ...asked } }) {
      const filter = listFilterOf(caller, asked)
      // Names of filters and not their words: these may be a creator's name, and outlive the scan here.
      const after = { what: 'list', format, filters: Object.keys(asked) }
      await recordAct(ctx.db, by, { action: 'scans.export', orgId: caller.orgId, subject: null, after })
      return {
        parts: format === 'csv' ? asCsv(pagesOf(ctx.db, filter)) : asLines(pagesOf(ctx.db, filter)),
        headers: {
          'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson',
          'content-disposition': `attachment; filename="scans.${format}"`,
        },
      }
    },
  })

/** By its place in the order, so that no transaction and no list of ids lives as long as a slow reader reads. */
async function* pagesOf(db: Db, filter: ListFilter): AsyncGenerator<ListRow[]> {
  let after: ListPosition | null = null
  do {
    const page = await listScans(db, filter, after, AT_ONCE)
    yield page.rows
    after = page.next
  } while (after !== null)
}

async function* asLines(pages: AsyncIterable<ListRow[]>): AsyncGenerator<string> {
  for await (const rows of pages) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

async function* asCsv(pages: AsyncIterable<ListRow[]>): AsyncGenerator<string> {
  // The mark by which spreadsheets know UTF-8.
  yield `\ufeff${csv([...SCAN_COLUMNS], [])}`
  for await (const rows of pages)
    yield csvRows(rows.map((row) => SCAN_COLUMNS.map((column) => scanCell(row, column))))
}
