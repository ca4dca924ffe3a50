/** The row whose link has the focus, by its scan; null when none has. */
export function focusedRow(): string | null {
  const row = document.activeElement?.closest('tr, li')
  return row?.querySelector<HTMLElement>('[data-row]')?.dataset.row ?? null
}

let last: string | null = null

/** Moves the focus to the link of the next row or the one before, from where it last was. */
export function moveFocus(by: 1 | -1) {
  const links = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const from = focusedRow() ?? last
  const at = links.findIndex((link) => link.dataset.row === from)
  const next = links[at === -1 ? 0 : Math.min(Math.max(at + by, 0), links.length - 1)]
  next?.focus()
  last = next?.dataset.row ?? null
}

/** Opens the report of the row that has the focus. */
export function openFocused() {
  const scanId = focusedRow()
  if (scanId) document.querySelector<HTMLElement>(`[data-row="${CSS.escape(scanId)}"]`)?.click()
}
