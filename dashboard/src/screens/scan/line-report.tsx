import { ForeignText } from '../../ui/foreign/foreign-text.tsx'
import type { ProfileLine, ProfileList } from './profile-list.ts'

const MOST_SHOWN = 50

/** What was read, line by line, and what is wrong with which. */
export function LineReport({
  list,
  bad,
  onLine,
}: {
  list: ProfileList
  bad: ProfileLine[]
  onLine(line: number): void
}) {
  if (list.urls.length === 0 && bad.length === 0) return null
  return (
    <div className="flex flex-col gap-1.5">
      <p role="status" className="text-xs text-muted">
        <span className="font-medium text-ink">{list.urls.length} valid</span>
        {list.duplicates > 0 && ` · ${list.duplicates} repeated, left out`}
        {bad.length > 0 && <span className="font-medium text-high"> · {bad.length} not usable</span>}
      </p>
      {bad.length > 0 && (
        <ul className="flex max-h-56 flex-col gap-1 overflow-y-auto">
          {bad.slice(0, MOST_SHOWN).map(({ line, text, problem }) => (
            <li key={`${line} ${text}`} className="text-xs">
              <button
                type="button"
                onClick={() => onLine(line)}
                className="mr-1.5 inline-flex min-h-6 items-center rounded bg-high-soft px-1.5 font-semibold text-high hover:underline"
              >
                Line {line}
              </button>
              <code className="font-mono">
                <ForeignText>{text.slice(0, 200)}</ForeignText>
              </code>
              <span className="text-muted"> {problem}</span>
            </li>
          ))}
          {bad.length > MOST_SHOWN && (
            <li className="text-xs text-muted">and {bad.length - MOST_SHOWN} more</li>
          )}
        </ul>
      )}
    </div>
  )
}
