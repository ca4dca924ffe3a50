import { createContext, type ReactNode, useContext, useState } from 'react'
import { usePreferences } from '../../preferences.ts'

interface Reveal {
  isRevealed(ref: string): boolean
  toggle(ref: string): void
}

const RevealContext = createContext<Reveal>({ isRevealed: () => false, toggle() {} })

/** Pictures are as the person wants them until somebody asks otherwise for one, and only for as long as this report is open. */
export function RevealProvider({ children }: { children: ReactNode }) {
  const [revealed, setRevealed] = useState<ReadonlySet<string>>(new Set())
  const { blurPictures } = usePreferences()
  const toggle = (ref: string) =>
    setRevealed((before) => {
      const next = new Set(before)
      if (!next.delete(ref)) next.add(ref)
      return next
    })
  return (
    <RevealContext value={{ isRevealed: (ref) => revealed.has(ref) === blurPictures, toggle }}>
      {children}
    </RevealContext>
  )
}

export function useReveal(ref: string): [boolean, () => void] {
  const { isRevealed, toggle } = useContext(RevealContext)
  return [isRevealed(ref), () => toggle(ref)]
}
