import type { IconName } from '../ui/icon.tsx'

export interface Destination {
  to: string
  label: string
  icon: IconName
  /** After `g`. */
  key: string
  /** Further addresses that belong to it. */
  within?: RegExp
}

/** In the order of the sidebar. */
export const DESTINATIONS = [
  { to: '/o/$orgId', label: 'Home', icon: 'home', key: 'h' },
  { to: '/o/$orgId/scan', label: 'Scan', icon: 'scan', key: 's' },
  { to: '/o/$orgId/review', label: 'Review', icon: 'check', key: 'r' },
  {
    to: '/o/$orgId/history',
    label: 'History',
    icon: 'history',
    key: 'i',
    within: /^\/o\/[^/]+\/(batches|scans|creator)(\/|$)/,
  },
  { to: '/o/$orgId/watches', label: 'Watches', icon: 'eye', key: 'e' },
  { to: '/o/$orgId/webhooks', label: 'Webhooks', icon: 'webhook', key: 'w' },
  { to: '/o/$orgId/api-keys', label: 'API keys', icon: 'key', key: 'k' },
  {
    to: '/o/$orgId/team',
    label: 'Team',
    icon: 'team',
    key: 't',
    within: /^\/o\/[^/]+\/audit(\/|$)/,
  },
  {
    to: '/o/$orgId/settings',
    label: 'Settings',
    icon: 'settings',
    key: ',',
    within: /^\/o\/[^/]+\/criteria(\/|$)/,
  },
] as const satisfies readonly Destination[]

/** What keys and the palette lead to: the sidebar, and what stands one step behind it. */
export const PLACES = [
  ...DESTINATIONS,
  { to: '/o/$orgId/batches', label: 'Batches', icon: 'history', key: 'b' },
  { to: '/o/$orgId/criteria', label: 'Criteria', icon: 'settings', key: 'c' },
  { to: '/o/$orgId/audit', label: 'Audit trail', icon: 'history', key: 'a' },
  { to: '/o/$orgId/review/overview', label: 'Review overview', icon: 'team', key: 'o' },
] as const satisfies readonly Destination[]
