import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useServices } from '../services.ts'
import { useOrg } from '../session/use-org.ts'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { storedTheme, storeTheme, THEMES, type Theme } from './theme.ts'

const THEME_WORDS: Record<Theme, string> = { system: 'As the system', light: 'Light', dark: 'Dark' }

export function PersonMenu() {
  const { session } = useServices()
  const { user, isAdmin } = useOrg()
  const queries = useQueryClient()
  const [theme, setTheme] = useState(storedTheme)
  const signOut = async () => {
    await session.signOut()
    queries.clear()
  }
  return (
    <Menu
      label="You"
      trigger={
        <Button variant="quiet" icon="user" aria-label={`You: ${user.email}`}>
          <span className="min-w-0 grow truncate text-left font-normal">{user.email}</span>
        </Button>
      }
      entries={[
        ...THEMES.map((each) => ({
          id: each,
          label: `Appearance: ${THEME_WORDS[each].toLowerCase()}`,
          ...(each === theme && { icon: 'check' as const }),
          onAction: () => {
            setTheme(each)
            storeTheme(each)
          },
        })),
        {
          id: 'sign-out',
          label: 'Sign out',
          note: isAdmin ? 'You are an administrator' : 'You are a member',
          onAction: () => void signOut(),
        },
      ]}
    />
  )
}
