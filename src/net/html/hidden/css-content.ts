const MAX_CSS = 256 * 1024
/** Of custom properties too, which other rules write onto the page by their name. */
const CONTENT = /(?<![\w-])(?:content|--[\w-]{1,60})\s{0,20}:\s{0,20}(?=["'])/gi
/** One or more, that are written one after the other. */
const STRING = /\s{0,20}(?:"((?:[^"\\\n]|\\[^\n]){0,2000})"|'((?:[^'\\\n]|\\[^\n]){0,2000})')/y
const ESCAPE = /\\(?:([0-9a-f]{1,6})\s?|(.))/gi
const LAST_CODE_POINT = 0x10ffff

/** What a style sheet writes onto the page itself, before or behind its elements. */
export function textsOfCss(css: string): string[] {
  if (!css.includes('content') && !css.includes('--')) return []
  const sheet = css.slice(0, MAX_CSS)
  return [...sheet.matchAll(CONTENT)].map(({ index, 0: property }) =>
    stringsAt(sheet, index + property.length).replace(ESCAPE, (_, code: string | undefined, sign = '') =>
      code === undefined ? sign : signOf(Number.parseInt(code, 16)),
    ),
  )
}

function stringsAt(css: string, at: number): string {
  let text = ''
  STRING.lastIndex = at
  for (let found = STRING.exec(css); found; found = STRING.exec(css)) text += found[1] ?? found[2] ?? ''
  return text
}

function signOf(codePoint: number): string {
  return codePoint > 0 && codePoint <= LAST_CODE_POINT ? String.fromCodePoint(codePoint) : ' '
}
