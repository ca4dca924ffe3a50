import type { ReactNode } from 'react'
import { showPlainly } from '../../text/show-plainly.ts'
import { CheckBox } from '../../ui/fields/check-box.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { Moment } from '../../ui/moment.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { CreatorLink } from '../creator/creator-link.tsx'
import { isRunning, type ScanRow } from './history-filter.ts'
import {
  CodesText,
  DecisionText,
  ModeText,
  ProfileLink,
  RiskText,
  RowVerdict,
  RunningStep,
  StatusText,
} from './scan-cells.tsx'
import type { useSelection } from './selection.ts'

/** Each of them is a request every five seconds. */
const MOST_STEPS = 20

type Selection = ReturnType<typeof useSelection>

/** A table, and cards where there is no room for one. */
export function HistoryRows({ rows, selection }: { rows: readonly ScanRow[]; selection: Selection }) {
  const isNarrow = useNarrow()
  const tick = (row: ScanRow) => (
    <CheckBox
      aria-label={`Select ${showPlainly(row.profile_url).slice(0, 200)}`}
      isSelected={selection.selected.has(row.scan_id)}
      onChange={() => selection.toggle(row)}
    />
  )
  const stepped = new Set(rows.filter(isRunning).slice(0, MOST_STEPS))
  const status = (row: ScanRow) => (
    <>
      <StatusText status={row.status} />
      {stepped.has(row) && <RunningStep scanId={row.scan_id} />}
    </>
  )
  return isNarrow ? (
    <Cards rows={rows} tick={tick} status={status} />
  ) : (
    <Table rows={rows} tick={tick} status={status} />
  )
}

interface RowsProps {
  rows: readonly ScanRow[]
  tick(row: ScanRow): ReactNode
  status(row: ScanRow): ReactNode
}

function Table({ rows, tick, status }: RowsProps) {
  return (
    <DataTable
      label="Scans"
      rows={rows}
      rowId={(row) => row.scan_id}
      columns={[
        { id: 'tick', header: 'Select', isHeaderHidden: true, cell: tick },
        {
          id: 'profile',
          header: 'Profile',
          isHeader: true,
          isFluid: true,
          cell: (row) => (
            <div className="flex items-center gap-1">
              <ProfileLink row={row} />
              <CreatorLink url={row.profile_url} isIcon />
            </div>
          ),
        },
        {
          id: 'verdict',
          header: 'Recommendation',
          cell: (row) => (row.recommendation === null ? status(row) : <RowVerdict row={row} />),
        },
        { id: 'risk', header: 'Risk', isNumeric: true, cell: (row) => <RiskText score={row.risk_score} /> },
        { id: 'decision', header: 'Decision', cell: (row) => <DecisionText row={row} /> },
        {
          id: 'codes',
          header: 'Codes',
          from: '56rem',
          cell: (row) => <CodesText codes={row.reason_codes} />,
        },
        { id: 'mode', header: 'Mode', from: '66rem', cell: (row) => <ModeText mode={row.scan_mode} /> },
        {
          id: 'confidence',
          header: 'Confidence',
          from: '66rem',
          cell: (row) => (
            <span className="text-muted">{row.confidence ? showPlainly(row.confidence) : '—'}</span>
          ),
        },
        {
          id: 'submitted',
          header: 'Submitted',
          from: '44rem',
          cell: (row) => <Moment at={row.submitted_at} ago />,
        },
      ]}
    />
  )
}

function Cards({ rows, tick, status }: RowsProps) {
  return (
    <ul aria-label="Scans" className="flex flex-col divide-y divide-line">
      {rows.map((row) => (
        <li key={row.scan_id} className="flex min-w-0 gap-3 px-4 py-3">
          {tick(row)}
          <div className="flex min-w-0 grow flex-col gap-1">
            <ProfileLink row={row} />
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
              <RowVerdict row={row} />
              <span>
                Risk <RiskText score={row.risk_score} />
              </span>
              <span>{status(row)}</span>
              <ModeText mode={row.scan_mode} />
              {(row.decision || row.assigned_to) && <DecisionText row={row} />}
            </p>
            <p className="text-xs text-muted">
              <Moment at={row.submitted_at} /> <CreatorLink url={row.profile_url} />
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
