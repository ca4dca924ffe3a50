import { useEffect } from 'react'
import { keepWords, type Written } from './kept-words.ts'
import { useOrg } from './session/use-org.ts'

/**
 * From here on it is there, whatever becomes of this page: another case, another filter, another document.
 * @param mayStore false for a case of minor safety: what somebody writes there may repeat a child's words, which no browser keeps
 */
export function useKeeping({ scanId, about, name, text, decision, reason }: Written, mayStore: boolean) {
  const { owner } = useOrg()
  useEffect(() => {
    keepWords(owner, { scanId, about, name, text, decision, reason }, mayStore)
  }, [owner, scanId, about, name, text, decision, reason, mayStore])
}
