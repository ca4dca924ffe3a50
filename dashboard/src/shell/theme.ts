export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const KEY = 'toscan.theme'

/** What this person chose in this browser. */
export function storedTheme(): Theme {
  const stored = localStorage.getItem(KEY)
  return THEMES.find((theme) => theme === stored) ?? 'system'
}

export function storeTheme(theme: Theme) {
  localStorage.setItem(KEY, theme)
  applyTheme(theme)
}

/** `system` leaves the choice to the style sheet. */
export function applyTheme(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
