import { useState } from 'react'
import { SCAN_COLUMNS, type ScanColumn } from '../../../../sdk/scan-table.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { download } from '../../ui/download.ts'
import { CheckBox } from '../../ui/fields/check-box.tsx'
import { LABEL } from '../../ui/fields/field-style.ts'
import { Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { exportRows, FORMATS, type Format } from './export-rows.ts'
import type { HistoryFilter, ScanRow } from './history-filter.ts'
import { useWalk } from './use-walk.ts'
import { WalkProgress } from './walk-progress.tsx'

const OPTIONS = [
  { value: 'csv', label: 'CSV, for spreadsheets' },
  { value: 'json', label: 'JSON' },
] as const

/** `rows` null: everything that the filter leaves, not only what is on the page. */
export function ExportDialog({
  filter,
  rows,
  onClose,
}: {
  filter: HistoryFilter
  rows: readonly ScanRow[] | null
  onClose(): void
}) {
  const { walk, error, isRunning, run, stop } = useWalk(filter)
  const [format, setFormat] = useState<Format>('csv')
  const [name, setName] = useState(() => `toscan-scans-${new Date().toISOString().slice(0, 10)}`)
  const [columns, setColumns] = useState<readonly ScanColumn[]>(SCAN_COLUMNS)
  const [saved, setSaved] = useState<number | null>(null)

  const save = (all: readonly ScanRow[]) => {
    const { type } = FORMATS[format]
    download(`${name.trim() || 'toscan-scans'}.${format}`, type, exportRows(all, columns, format))
    setSaved(all.length)
  }
  const start = async () => {
    if (rows) return save(rows)
    const whole = walk.isDone ? walk : await run()
    if (whole) save(whole.rows)
  }

  return (
    <Dialog
      title={rows ? `Export ${rows.length} selected scans` : 'Export every scan of this filter'}
      isOpen
      {...(!isRunning && { onClose })}
      onSubmit={() => {
        if (columns.length > 0 && !isRunning) void start()
      }}
      footer={
        <>
          {isRunning ? (
            <Button onPress={stop}>Stop</Button>
          ) : (
            <Button onPress={onClose}>{saved === null ? 'Cancel' : 'Close'}</Button>
          )}
          <Button
            variant="primary"
            icon="download"
            isBusy={isRunning}
            isDisabled={columns.length === 0}
            type="submit"
          >
            {walk.rows.length > 0 && !walk.isDone && !isRunning ? 'Go on' : 'Export'}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Select label="Format" options={OPTIONS} value={format} onChange={(chosen) => setFormat(chosen)} />
        <TextField
          label="File name"
          value={name}
          onChange={setName}
          maxLength={100}
          description={`Saved as .${format}`}
        />
      </div>
      <fieldset className="min-w-0">
        <legend className={LABEL}>Columns</legend>
        <div className="flex flex-wrap gap-x-4">
          {SCAN_COLUMNS.map((column) => (
            <CheckBox
              key={column}
              isSelected={columns.includes(column)}
              onChange={(isOn) =>
                setColumns(SCAN_COLUMNS.filter((each) => (each === column ? isOn : columns.includes(each))))
              }
            >
              {column}
            </CheckBox>
          ))}
        </div>
      </fieldset>
      {format === 'csv' && (
        <p className="text-xs text-muted">
          A text that a spreadsheet would run as a formula gets a ’ in front: names and addresses are written
          by strangers.
        </p>
      )}
      {error !== null && (
        <Failure
          what={`Stopped after ${walk.rows.length} scans`}
          error={error}
          onRetry={() => void start()}
        />
      )}
      {!rows && <WalkProgress count={walk.rows.length} isRunning={isRunning} />}
      <p role="status" className="text-muted">
        {saved !== null && !isRunning && `${saved} scans were exported.`}
      </p>
    </Dialog>
  )
}
