import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { keptWords } from '../kept-words.ts'
import { useServices } from '../services.ts'
import { useOrg } from '../session/use-org.ts'
import { Button } from '../ui/buttons/button.tsx'
import { INPUT } from '../ui/fields/field-style.ts'
import { Failure } from '../ui/states/failure.tsx'
import { unsaved } from '../ui/unsaved.ts'
import { LeaveDialog } from './leave-guard.tsx'
import { storeTheme, THEMES, type Theme, useTheme } from './theme.ts'

const THEME_WORDS: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' }

/** Who is signed in. Native controls: a menu would add 30 kB to the first page. */
export function PersonMenu() {
  const { session } = useServices()
  const { user, isAdmin, owner } = useOrg()
  const theme = useTheme()
  const [lost, setLost] = useState<readonly string[]>([])
  const leaving = useMutation({ mutationFn: () => session.signOut() })
  const signOut = () => {
    const written = keptWords(owner).map(({ name }) => `What you wrote about ${name}`)
    const wouldBeLost = [...new Set([...unsaved(), ...written])]
    if (wouldBeLost.length > 0) setLost(wouldBeLost)
    else leaving.mutate()
  }
  return (
    <section aria-label="You" className="flex flex-col gap-2 border-t border-line px-2 pt-3">
      <p className="min-w-0">
        <span className="block truncate text-[0.8125rem]" title={user.email}>
          {user.email}
        </span>
        <span className="flex justify-between text-xs text-muted">
          {isAdmin ? 'Administrator' : 'Member'}
          {/* Outside this application, and beside what somebody is at. */}
          <a href="/guide/" target="_blank" rel="noreferrer">
            Guide
          </a>
        </span>
      </p>
      <div className="flex items-center gap-1.5">
        <select
          aria-label="Appearance"
          value={theme}
          onChange={(event) => storeTheme(THEMES.find((each) => each === event.target.value) ?? 'system')}
          className={`${INPUT} h-7 !px-1.5 !text-xs`}
        >
          {THEMES.map((each) => (
            <option key={each} value={each}>
              {THEME_WORDS[each]}
            </option>
          ))}
        </select>
        <Button size="small" isBusy={leaving.isPending} onPress={signOut}>
          {leaving.isPending ? 'Signing out…' : 'Sign out'}
        </Button>
      </div>
      {leaving.error && <Failure what="You are still signed in" error={leaving.error} />}
      {lost.length > 0 && (
        <LeaveDialog
          what={lost}
          onLeave={() => {
            setLost([])
            leaving.mutate()
          }}
          onClose={() => setLost([])}
        />
      )}
    </section>
  )
}
