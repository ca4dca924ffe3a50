import { Link, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useOrg } from '../session/use-org.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useArrived } from '../ui/lazy/arrival.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { DESTINATIONS } from './navigation.ts'
import { OfflineStrip } from './offline-strip.tsx'
import { OrgSwitch } from './org-switch.tsx'
import { PALETTE_KEY } from './palette-key.ts'
import { PersonMenu } from './person-menu.tsx'
import { showShellDialog } from './shell-dialog.ts'
import { ShellKeys } from './shell-keys.tsx'
import { Wordmark } from './wordmark.tsx'

const ACTIVE = 'bg-accent-soft text-accent'

/** Navigation beside the page; above it where the screen is narrow. */
export function Shell({ children }: { children: ReactNode }) {
  const { orgId } = useOrg()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const [isOpen, setIsOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: going somewhere closes the menu.
  useEffect(() => setIsOpen(false), [path])

  return (
    <div className="md:grid md:min-h-dvh md:grid-cols-[13.5rem_minmax(0,1fr)] print:block">
      <a
        href="#page"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-solid px-3 py-2 text-on-solid focus:translate-y-0"
      >
        Skip to the page
      </a>
      <header
        data-print="no"
        className="z-20 flex flex-col border-line bg-surface max-md:border-b md:sticky md:top-0 md:h-dvh md:border-r"
      >
        <div className="flex h-13 items-center justify-between px-4">
          <Wordmark />
          <span className="md:hidden">
            <Button
              variant="quiet"
              icon={isOpen ? 'cross' : 'menu'}
              aria-label="Menu"
              aria-expanded={isOpen}
              onPress={() => setIsOpen(!isOpen)}
            />
          </span>
        </div>
        <div className={`grow flex-col gap-1 px-2.5 pb-3 ${isOpen ? 'flex' : 'max-md:hidden md:flex'}`}>
          <OrgSwitch />
          <button
            type="button"
            aria-keyshortcuts="Control+K Meta+K"
            onClick={() => showShellDialog('palette')}
            className="flex h-8 cursor-default items-center gap-2 rounded-md border border-line px-2 text-[0.8125rem] text-muted hover:border-edge hover:text-ink"
          >
            <Icon name="search" />
            Search
            <span aria-hidden="true" className="ml-auto font-mono text-[0.6875rem]">
              {PALETTE_KEY}
            </span>
          </button>
          <nav aria-label="Main" className="mt-2 flex grow flex-col gap-0.5">
            {DESTINATIONS.map(({ to, label, icon, key, ...more }) => (
              <Link
                key={to}
                to={to}
                params={{ orgId }}
                aria-keyshortcuts={`g ${key}`}
                title={`${label} (g ${key})`}
                activeOptions={{ exact: to === '/o/$orgId', includeSearch: false }}
                className={`${'within' in more && more.within.test(path) ? ACTIVE : 'text-muted hover:bg-hover hover:text-ink'} flex h-8 items-center gap-2.5 rounded-md px-2 text-[0.8125rem] font-medium hover:no-underline data-[status=active]:bg-accent-soft data-[status=active]:text-accent`}
              >
                <Icon name={icon} />
                {label}
              </Link>
            ))}
          </nav>
          <PersonMenu />
        </div>
      </header>
      <main
        id="page"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-6xl min-w-0 flex-col gap-5 p-4 outline-none md:p-6 docked:has-[[data-dock]]:pb-48 print:max-w-none print:p-0"
      >
        <OfflineStrip />
        <Arrived />
        {children}
      </main>
      <ShellKeys />
      <LeaveGuard />
    </div>
  )
}

/** Says which page has come, to those who do not see it. */
function Arrived() {
  const title = useArrived()
  return (
    <p role="status" className="sr-only" data-print="no">
      {title && `Page: ${title}`}
    </p>
  )
}
