import { useState } from 'react'
import { type HistoryFilter, readFilter } from './history-filter.ts'

/** A filter under a name, for one person: these stand in this browser, by organization. The team’s stand at the service. */
export interface SavedView {
  name: string
  filter: HistoryFilter
}

const MOST_VIEWS = 50

export function useSavedViews(orgId: string) {
  const key = `toscan.views.${orgId}`
  const [views, setViews] = useState(() => readViews(localStorage.getItem(key)))
  const store = (next: SavedView[]) => {
    setViews(next)
    localStorage.setItem(key, JSON.stringify(next))
  }
  return {
    views,
    /** A view of the same name is replaced. */
    save: (view: SavedView) =>
      store([...views.filter(({ name }) => name !== view.name), view].slice(-MOST_VIEWS)),
    remove: (name: string) => store(views.filter((view) => view.name !== name)),
  }
}

/** What can be used of what was stored. */
export function readViews(stored: string | null): SavedView[] {
  try {
    const read: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(read) ? read.flatMap((view) => readView(view) ?? []) : []
  } catch {
    return []
  }
}

function readView(view: unknown): SavedView | null {
  if (typeof view !== 'object' || view === null || !('name' in view) || !('filter' in view)) return null
  const { name, filter } = view
  if (typeof name !== 'string' || typeof filter !== 'object' || filter === null) return null
  const texts = Object.entries(filter).filter(([, value]) => typeof value === 'string')
  return { name, filter: readFilter(Object.fromEntries(texts)) }
}

/** Offered to everybody. `today` is a day of UTC. */
export function builtInViews(today: string): SavedView[] {
  return [
    { name: 'All', filter: {} },
    {
      name: 'High and medium',
      filter: { recommendation: 'review_high,review_medium', sort_by: 'risk_score' },
    },
    {
      name: 'High today',
      filter: { recommendation: 'review_high', from_date: today, sort_by: 'risk_score' },
    },
  ]
}
