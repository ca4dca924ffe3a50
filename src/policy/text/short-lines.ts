import type { TextView } from './text-views.ts'

/** Letters of a line that holds a word or two. */
const SHORT = 10
const LEAST_LINES = 3
const TEEN_LINE = new RegExp(
  String.raw`(?:^|\n)[^\n]{0,${SHORT - 2}}(?<!\d)1[0-7](?!\d)[^\n]{0,${SHORT - 2}}(?:\n|$)`,
)

/**
 * A view in which short lines that follow each other are one, so that an age is read that stands a word a line; null where no
 * number of a child's years stands in such a line.
 */
export function shortLinesJoined(view: TextView): TextView | null {
  if (!TEEN_LINE.test(view.text)) return null
  const lines = view.text.split('\n')
  let text = ''
  let isChanged = false
  for (let at = 0; at < lines.length; ) {
    let end = at
    while (end < lines.length && (lines[end]?.length ?? 0) <= SHORT) end++
    if (end - at >= LEAST_LINES) {
      isChanged = true
      text += `${at > 0 ? '\n' : ''}${lines.slice(at, end).join(' ')}`
      at = end
    } else {
      text += `${at > 0 ? '\n' : ''}${lines[at]}`
      at++
    }
  }
  return isChanged ? { ...view, text, longer: undefined, made: undefined } : null
}
