/** Rules read so much of a text at once, and no more of it. UTF-16 units. */
const LONGEST = 20_000
/** How far before its end a window may end where a line or sentence does. */
const SLACK = 2_000

/** A text in pieces that are short enough to be judged whole, cut between lines, else sentences, else words. Joined they are the text. */
export function windowsOf(text: string): string[] {
  const windows: string[] = []
  let from = 0
  while (text.length - from > LONGEST) {
    const to = from + endOf(text.slice(from, from + LONGEST))
    windows.push(text.slice(from, to))
    from = to
  }
  return [...windows, text.slice(from)]
}

function endOf(window: string): number {
  const tail = window.slice(-SLACK)
  for (const boundary of [/^.*\n/s, /^.*[.!?…。！？]\s/s, /^.*\s/s]) {
    const match = boundary.exec(tail)
    if (match) return window.length - tail.length + match[0].length
  }
  // Half of a letter outside the basic plane is none.
  return /[\ud800-\udbff]$/.test(window) ? window.length - 1 : window.length
}
