import { useSyncExternalStore } from 'react'
import type { ScanRow } from './history-filter.ts'

/**
 * What somebody has ticked, by organization and person. It outlives a change of the filter, an action on it, and a look into a
 * report; closing the page ends it.
 */
const selections = new Map<string, ReadonlyMap<string, ScanRow>>()
const listeners = new Set<() => void>()
const NOTHING: ReadonlyMap<string, ScanRow> = new Map()

export function useSelection(owner: string) {
  const selected = useSyncExternalStore(subscribe, () => selections.get(owner) ?? NOTHING)
  const change = (next: ReadonlyMap<string, ScanRow>) => {
    selections.set(owner, next)
    for (const listener of listeners) listener()
  }
  return {
    selected,
    toggle(row: ScanRow) {
      const next = new Map(selections.get(owner) ?? NOTHING)
      if (!next.delete(row.scan_id)) next.set(row.scan_id, row)
      change(next)
    },
    set(rows: readonly ScanRow[], isSelected: boolean) {
      const next = new Map(selections.get(owner) ?? NOTHING)
      for (const row of rows) {
        if (isSelected) next.set(row.scan_id, row)
        else next.delete(row.scan_id)
      }
      change(next)
    },
    clear: () => change(NOTHING),
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
