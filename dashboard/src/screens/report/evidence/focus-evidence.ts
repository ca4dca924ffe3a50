/** The evidence that has the focus. */
export function focusedEvidence(): string | null {
  return document.activeElement?.closest('[data-evidence]')?.getAttribute('data-evidence') ?? null
}

/** Of this report, and of the evidence in it that has the focus. */
export function addressHere(): string {
  const address = new URL(location.href)
  address.hash = focusedEvidence() ?? ''
  return address.href
}

/** Goes to a piece of evidence once it is on the page: its tab may only now be opening. */
export function focusEvidence(ref: string) {
  let tries = 0
  const look = () => {
    const element = document.querySelector<HTMLElement>(`[data-evidence="${CSS.escape(ref)}"]`)
    if (element) {
      // It may lie in a fold, and be one.
      openFolds(element)
      element.focus({ preventScroll: true })
      element.scrollIntoView({ block: 'nearest' })
      return
    }
    // What a closed line holds comes when that opens.
    const line = document.querySelector<HTMLElement>(`details[data-holds~="${CSS.escape(ref)}"]`)
    if (line) openFolds(line)
    if (tries++ < 30) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

function openFolds(element: HTMLElement) {
  for (let fold = element.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
    fold.open = true
}
