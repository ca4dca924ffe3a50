import { useSyncExternalStore } from 'react'
import { Icon } from '../ui/icon.tsx'

/** Says that there is no network, for as long as there is none: what is shown may be old, and nothing is sent. */
export function OfflineStrip() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    // There from the start, so that what it says is announced; out of the way while it says nothing.
    <div role="status" className={isOnline ? 'sr-only' : ''}>
      {!isOnline && (
        <p className="flex items-center gap-2 rounded-lg border border-line bg-gap-soft px-3 py-2 text-gap">
          <Icon name="warning" size={16} />
          You are offline. What you see may be old; changes are not sent, now or later.
        </p>
      )}
    </div>
  )
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
