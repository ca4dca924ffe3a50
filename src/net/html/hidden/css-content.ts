const MAX_CSS = 256 * 1024
const CONTENT =
  /(?<![\w-])content\s{0,20}:\s{0,20}(?:"((?:[^"\\\n]|\\[^\n]){1,2000})"|'((?:[^'\\\n]|\\[^\n]){1,2000})')/gi
const ESCAPE = /\\(?:([0-9a-f]{1,6})\s?|(.))/gi
const LAST_CODE_POINT = 0x10ffff

/** What a style sheet writes onto the page itself, before or behind its elements. */
export function textsOfCss(css: string): string[] {
  if (!css.includes('content')) return []
  return [...css.slice(0, MAX_CSS).matchAll(CONTENT)].map(([, double, single]) =>
    (double ?? single ?? '').replace(ESCAPE, (_, code: string | undefined, sign = '') =>
      code === undefined ? sign : signOf(Number.parseInt(code, 16)),
    ),
  )
}

function signOf(codePoint: number): string {
  return codePoint > 0 && codePoint <= LAST_CODE_POINT ? String.fromCodePoint(codePoint) : ' '
}
