/** Drawn on a grid of 16, stroke 1.5. */
const PATHS = {
  home: 'M2.5 7 8 2.5 13.5 7v6.5h-4v-4h-3v4h-4z',
  scan: 'M2.5 5.5v-3h3m5 0h3v3m0 5v3h-3m-5 0h-3v-3M5 8h6',
  history: 'M8 4.5V8l2.5 1.5M2.6 6.2A5.7 5.7 0 1 1 2.5 9.6M2.5 3v3.4h3.4',
  webhook:
    'M6 6.5a2.5 2.5 0 1 1 3.6 1.2l2 3.3M5.2 9.2A2.3 2.3 0 1 0 7 11.5h4.2m0 0a1.6 1.6 0 1 0 1.6-1.7M7.6 6.4 5 11.2',
  key: 'M9.5 6.5a3 3 0 1 0-2.6 2.97L8 10.5h1.5V12H11v1.5h2.5v-2.6L9.4 6.9',
  settings:
    'M8 5.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4ZM8 1.8v2M8 12.2v2M1.8 8h2M12.2 8h2M3.6 3.6 5 5M11 11l1.4 1.4M12.4 3.6 11 5M5 11l-1.4 1.4',
  team: 'M6 7.5a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4ZM2 13c0-2.2 1.8-3.6 4-3.6S10 10.8 10 13M10.5 3.4a2.2 2.2 0 0 1 0 3.9M11.6 9.7c1.5.4 2.4 1.7 2.4 3.3',
  chevron: 'm4.5 6.5 3.5 3.5 3.5-3.5',
  right: 'm6.5 4.5 3.5 3.5-3.5 3.5',
  left: 'M9.5 4.5 6 8l3.5 3.5',
  check: 'm3.5 8.5 3 3 6-7',
  cross: 'm4 4 8 8m0-8-8 8',
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  external: 'M9.5 2.5h4v4m0-4-6 6M6.5 3.5h-4v10h10v-4',
  eye: 'M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8ZM8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z',
  pause: 'M5.5 3.5v9m5-9v9',
  play: 'm5 3.5 7.5 4.5L5 12.5z',
  plus: 'M8 3v10M3 8h10',
  download: 'M8 2.5v7m-3-3 3 3 3-3M2.5 10.5v3h11v-3',
  repeat: 'M13.4 6.2A5.7 5.7 0 1 0 13.5 9.6M13.5 3v3.4h-3.4',
  warning: 'M8 2.2 14.5 13.5h-13zM8 6.5v3.2m0 1.7v.2',
  menu: 'M2.5 4.5h11m-11 3.5h11m-11 3.5h11',
  link: 'M6.6 9.4 9.4 6.6M7.5 4.8l1.3-1.3a2.6 2.6 0 0 1 3.7 3.7l-1.3 1.3M8.5 11.2l-1.3 1.3a2.6 2.6 0 0 1-3.7-3.7l1.3-1.3',
  search: 'M7 11.8a4.8 4.8 0 1 0 0-9.6 4.8 4.8 0 0 0 0 9.6ZM10.5 10.5l3.3 3.3',
} as const
export type IconName = keyof typeof PATHS

/** Never the only thing that says something: its neighbour has the words. */
export function Icon({
  name,
  size = 16,
  className = '',
}: {
  name: IconName
  size?: number
  className?: string
}) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`shrink-0 ${className}`}
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
