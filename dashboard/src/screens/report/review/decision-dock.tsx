import type { ReactNode } from 'react'

/** Holds what decides. Where there is no room for it beside the report, it stays at the lower edge of the window and the page scrolls behind it. */
export function DecisionDock({ children }: { children: ReactNode }) {
  return (
    <div
      data-dock=""
      className="docked:fixed docked:inset-x-0 docked:bottom-0 docked:z-10 docked:max-h-[60dvh] docked:overflow-y-auto docked:border-t docked:border-edge docked:bg-surface docked:shadow-pop docked:md:left-[13.5rem] docked:[&>section]:rounded-none docked:[&>section]:border-0 docked:[&>section>header]:sr-only docked:[&>section>div]:pt-3"
    >
      {children}
    </div>
  )
}
