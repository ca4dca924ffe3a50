import { useState } from 'react'
import type { SideBySideRow } from '../../../../sdk/client.ts'
import { defang } from '../../text/defang.ts'
import { CheckBox } from '../../ui/fields/check-box.tsx'
import { ForeignText } from '../../ui/foreign/foreign-text.tsx'
import { type Column, DataTable } from '../../ui/lists/data-table.tsx'
import { Folded } from '../../ui/lists/folded.tsx'
import { Moment } from '../../ui/moment.tsx'

const GROUPS: Record<SideBySideRow['group'], string> = {
  result: 'Result',
  profile: 'Profile',
  finding: 'Finding',
  link: 'Link',
}

/** Shape, word and colour: none of them alone. */
const HOW: Record<SideBySideRow['how'], { mark: string; word: string; ink: string }> = {
  added: { mark: '+', word: 'New', ink: 'text-accent' },
  removed: { mark: '−', word: 'Gone', ink: 'text-medium' },
  changed: { mark: '≠', word: 'Changed', ink: 'text-accent' },
  same: { mark: '=', word: 'Same', ink: 'text-muted' },
  unknown: { mark: '?', word: 'Not known', ink: 'text-low' },
}

/** Result, profile and findings, with some links: scans of hundreds of links differ in most of them. */
const FIRST_ROWS = 30

/** Thing by thing; what stayed the same only where somebody asks. */
export function SideBySide({
  rows,
  beforeAt,
  afterAt,
}: {
  rows: readonly SideBySideRow[]
  beforeAt: string
  afterAt: string
}) {
  const [showsSame, setShowsSame] = useState(false)
  const same = rows.filter(({ how }) => how === 'same').length
  const shown = rows.filter((row) => showsSame || (row.how !== 'same' && !isNowhere(row)))
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="text-xs text-muted">
          Earlier: <Moment at={beforeAt} />. Later: <Moment at={afterAt} />.
        </p>
        <CheckBox isSelected={showsSame} onChange={setShowsSame}>
          What stayed the same, too ({same})
        </CheckBox>
      </div>
      {shown.length === 0 ? (
        <p className="text-muted">Both are alike in everything that is compared.</p>
      ) : (
        <Folded key={String(showsSame)} items={shown} first={FIRST_ROWS} what="rows">
          {(some) => (
            <DataTable
              label="Both scans, side by side"
              isStacked
              rows={some}
              rowId={idOf}
              columns={COLUMNS}
            />
          )}
        </Folded>
      )}
    </div>
  )
}

/** Neither of them knows anything of it. */
function isNowhere({ before, after }: SideBySideRow): boolean {
  return before === null && after === null
}

function idOf({ group, name }: SideBySideRow): string {
  return `${group} ${name}`
}

const COLUMNS: Column<SideBySideRow>[] = [
  {
    id: 'name',
    header: 'What',
    isHeader: true,
    cell: ({ group, name }) => (
      <span className="[overflow-wrap:anywhere]">
        <span className="text-xs text-muted">{GROUPS[group]}: </span>
        {group === 'link' ? <bdi className="font-mono text-xs">{defang(name)}</bdi> : name}
      </span>
    ),
  },
  {
    id: 'how',
    header: 'Change',
    cell: ({ how }) => (
      <span className={`whitespace-nowrap ${HOW[how].ink}`}>
        <span aria-hidden="true">{HOW[how].mark} </span>
        {HOW[how].word}
      </span>
    ),
  },
  { id: 'before', header: 'Earlier', cell: (row) => <Value row={row} value={row.before} /> },
  { id: 'after', header: 'Later', cell: (row) => <Value row={row} value={row.after} /> },
]

/** Bio and name are words of strangers. */
function Value({ row: { how }, value }: { row: SideBySideRow; value: string | null }) {
  if (value === null)
    return <span className="text-muted">{how === 'unknown' ? 'Not seen' : 'Not there'}</span>
  return (
    <span className="block max-w-md">
      <ForeignText>{value.length > 400 ? `${value.slice(0, 400)}…` : value}</ForeignText>
    </span>
  )
}
