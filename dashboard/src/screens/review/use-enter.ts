import { useKeys } from '../../ui/use-keys.ts'

/** What Enter is pressed for by itself: buttons, links, fields and what opens. */
const TAKES_ENTER = 'a, button, summary, input, textarea, select, [role=tab], [role=treeitem]'

/** Enter, where nothing that has the focus wants it. */
export function useEnter(action: () => void) {
  useKeys({
    Enter() {
      // To take it from a link or a button would leave them without a key.
      if (document.activeElement?.closest(TAKES_ENTER)) return false
      action()
    },
  })
}
