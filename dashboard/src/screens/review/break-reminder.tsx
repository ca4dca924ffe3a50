import { useEffect, useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { Notice } from '../../ui/states/notice.tsx'

const LOOK_MS = 10_000
/** Who has not been on this screen for so long has had a break. */
const BREAK_MS = 900_000

/** Since when this person reviews, and when they were last seen doing it: other filters and screens end nothing. */
let begun = 0
let seen = 0

/** Says when it is time for a break; nothing is taken away from whoever goes on. */
export function BreakReminder({ minutes }: { minutes: number | null }) {
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    const look = () => {
      if (document.hidden) return
      const now = Date.now()
      if (now - seen > BREAK_MS) begun = now
      seen = now
      setIsDue(minutes !== null && now - begun >= minutes * 60_000)
    }
    look()
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [minutes])
  const start = () => {
    begun = Date.now()
    setIsDue(false)
  }
  return (
    // Without words it takes no room: at 720 px the decision is seen to its end.
    <div role="status" className={isDue ? '' : 'sr-only'}>
      {isDue && (
        <Notice
          title="Time for a break"
          action={
            <Button size="small" onPress={start}>
              I had one
            </Button>
          }
        >
          You have been reviewing for {minutes} minutes or more. What is in hand stays yours as long as this
          page is open.
        </Notice>
      )}
    </div>
  )
}
