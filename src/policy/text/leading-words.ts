const META = /[\\[\](){}.?*+^$|]/

/**
 * Literals of which one must stand in a text for a pattern to match, or null when the pattern gives none away. Asking
 * for these first keeps most patterns from running at all.
 */
export function leadingWords(source: string): string[] | null {
  const words: string[] = []
  for (const alternative of alternativesOf(source)) {
    const found = leadOf(alternative)
    if (found === null) return null
    words.push(...found)
  }
  return [...new Set(words)]
}

function leadOf(alternative: string): string[] | null {
  const rest = alternative.replace(/^\(\?<?!(?:[^()\\[\]]|\\.(?:\{\w+\})?|\[[^\]]*\])*\)/u, '')
  if (rest.startsWith('(?:') || /^\(\?<[a-z]/u.test(rest)) {
    const end = endOfGroup(rest)
    if (end < 0 || /^(?:\?|\{0)/.test(rest.slice(end + 1))) return null
    return leadingWords(rest.slice(rest.startsWith('(?:') ? 3 : rest.indexOf('>') + 1, end))
  }
  let end = 0
  while (end < rest.length && !META.test(rest[end] ?? '')) end++
  if (/^(?:\?|\{0)/.test(rest.slice(end))) end--
  const word = rest.slice(0, end)
  return word.length >= (word < '\u0250' ? 3 : 2) ? [word] : null
}

function alternativesOf(source: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let i = 0; i < source.length; i++) {
    const char = source[i]
    if (char === '\\') i++
    else if (char === '[') i = endOfClass(source, i)
    else if (char === '(') depth++
    else if (char === ')') depth--
    else if (char === '|' && depth === 0) {
      parts.push(source.slice(from, i))
      from = i + 1
    }
  }
  return [...parts, source.slice(from)]
}

function endOfGroup(source: string): number {
  let depth = 0
  for (let i = 0; i < source.length; i++) {
    const char = source[i]
    if (char === '\\') i++
    else if (char === '[') i = endOfClass(source, i)
    else if (char === '(') depth++
    else if (char === ')' && --depth === 0) return i
  }
  return -1
}

function endOfClass(source: string, start: number): number {
  let i = start + 1
  while (i < source.length && source[i] !== ']') i += source[i] === '\\' ? 2 : 1
  return i
}
