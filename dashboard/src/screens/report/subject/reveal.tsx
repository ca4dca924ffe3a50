import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { reviewSettingsQuery } from '../../../api/queries.ts'
import { usePreferences } from '../../../preferences.ts'
import { useOrg } from '../../../session/use-org.ts'

interface Reveal {
  /** Not even blurred until somebody asks for it. */
  isWithheld: boolean
  isRevealed(ref: string): boolean
  toggle(ref: string): void
}

const RevealContext = createContext<Reveal>({ isWithheld: true, isRevealed: () => false, toggle() {} })

/**
 * Pictures stay blurred until somebody asks for one, for as long as this report is open; or for all, by `all` or, unless the organization
 * wants them blurred, in their preferences. In a case of minor safety nothing is shown of them before, blurred or not.
 */
export function RevealProvider({
  isMinorSafety,
  all,
  children,
}: {
  isMinorSafety: boolean
  all?: boolean
  children: ReactNode
}) {
  const isBlurredAtFirst = useIsBlurred()
  const isBlurred = isMinorSafety || (all === undefined ? isBlurredAtFirst : !all)
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const toggle = (ref: string) =>
    setToggled((before) => {
      const next = new Set(before)
      if (!next.delete(ref)) next.add(ref)
      return next
    })
  return (
    <RevealContext
      value={{ isRevealed: (ref) => toggled.has(ref) === isBlurred, toggle, isWithheld: isMinorSafety }}
    >
      {children}
    </RevealContext>
  )
}

/** Whether pictures are blurred at first: as the organization has it, and never less than that. */
function useIsBlurred(): boolean {
  const { toscan, orgId } = useOrg()
  const { blurPictures } = usePreferences()
  const settings = useQuery({ ...reviewSettingsQuery(toscan, orgId), enabled: !blurPictures }).data
  // Until it is known what the organization wants, the stricter holds.
  return blurPictures || (settings?.wellbeing.blur_pictures ?? true)
}

export function useReveal(ref: string): { isRevealed: boolean; isWithheld: boolean; toggle(): void } {
  const { isRevealed, isWithheld, toggle } = useContext(RevealContext)
  return { isRevealed: isRevealed(ref), isWithheld, toggle: () => toggle(ref) }
}
