import type { IconName } from '../ui/icon.tsx'

export interface Destination {
  to: string
  label: string
  icon: IconName
  /** After `g`. */
  key: string
}

/** In the order of the sidebar. */
export const DESTINATIONS = [
  { to: '/o/$orgId', label: 'Home', icon: 'home', key: 'h' },
  { to: '/o/$orgId/scan', label: 'Scan', icon: 'scan', key: 's' },
] as const satisfies readonly Destination[]
