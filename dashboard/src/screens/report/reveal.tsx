import { createContext, type ReactNode, useContext, useState } from 'react'
import { usePreferences } from '../../preferences.ts'

interface Reveal {
  isRevealed(ref: string): boolean
  toggle(ref: string): void
}

const RevealContext = createContext<Reveal>({ isRevealed: () => false, toggle() {} })

/** Pictures stay blurred until somebody asks for one, for as long as this report is open; or for all, in their preferences. */
export function RevealProvider({ children }: { children: ReactNode }) {
  const { blurPictures } = usePreferences()
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const toggle = (ref: string) =>
    setToggled((before) => {
      const next = new Set(before)
      if (!next.delete(ref)) next.add(ref)
      return next
    })
  return (
    <RevealContext value={{ isRevealed: (ref) => toggled.has(ref) === blurPictures, toggle }}>
      {children}
    </RevealContext>
  )
}

export function useReveal(ref: string): [boolean, () => void] {
  const { isRevealed, toggle } = useContext(RevealContext)
  return [isRevealed(ref), () => toggle(ref)]
}
