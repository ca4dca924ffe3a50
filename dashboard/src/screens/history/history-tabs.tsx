import { Link } from '@tanstack/react-router'
import { useOrg } from '../../session/use-org.ts'

const TABS = [
  { to: '/o/$orgId/history', label: 'Scans' },
  { to: '/o/$orgId/batches', label: 'Batches' },
] as const

/** The two ways of looking back: scan by scan, or by what was submitted together. */
export function HistoryTabs() {
  const { orgId } = useOrg()
  return (
    <nav aria-label="History" className="flex gap-1 border-b border-line">
      {TABS.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          params={{ orgId }}
          activeOptions={{ exact: true, includeSearch: false }}
          className="-mb-px flex h-9 items-center border-b-2 border-transparent px-2.5 text-[0.8125rem] font-medium text-muted hover:text-ink hover:no-underline data-[status=active]:border-accent data-[status=active]:text-ink"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
