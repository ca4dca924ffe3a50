/** What declarations do to visibility: hide, show again, or neither. */
export type Visibility = 'hides' | 'shows' | null

/** Reads a `style` attribute or the body of a rule. Not a CSS engine: the plain ways in which pages hide text. */
export function visibilityOf(declarations: string): Visibility {
  if (!TELLING.test(declarations)) return null
  const style = new Map<string, string>()
  for (const declaration of declarations.toLowerCase().slice(0, 4096).split(';')) {
    const colon = declaration.indexOf(':')
    if (colon < 0) continue
    const value = declaration
      .slice(colon + 1)
      .replace('!important', '')
      .trim()
    style.set(declaration.slice(0, colon).trim(), value)
  }
  if (hides(style)) return 'hides'
  return style.has('display') || style.get('visibility') === 'visible' ? 'shows' : null
}

/** What any of it needs: most of a page's style places and paints, and hides nothing. */
const TELLING = /display|visibility|opacity|transparent|font(?:-size)?\s*:|-\d|clip|scale\(|overflow/i

/** Farther out than any real layout places what it wants seen. */
const OFF_SCREEN_PX = 500

function hides(style: Map<string, string>): boolean {
  const value = (name: string) => style.get(name) ?? ''
  if (value('display') === 'none') return true
  if (value('visibility') === 'hidden' || value('visibility') === 'collapse') return true
  if (isZero(value('opacity')) || isZero(value('font-size')) || value('color') === 'transparent') return true
  if (/^0(px|em|rem|pt)?[\s/]/.test(value('font'))) return true
  if (
    ['left', 'top', 'right', 'bottom', 'text-indent', 'margin-left', 'margin-top'].some((name) =>
      isFarOut(value(name)),
    )
  )
    return true
  if (/^rect\(\s*[01](px)?[\s,]+[01](px)?[\s,]+[01](px)?[\s,]+[01](px)?\s*\)$/.test(value('clip')))
    return true
  if (/^inset\((50|100)%/.test(value('clip-path')) || /^scale\(0(\.0+)?\)$/.test(value('transform')))
    return true
  const clipped = /^(hidden|clip)/.test(value('overflow'))
  return clipped && ['height', 'width', 'max-height', 'max-width'].some((name) => isZero(value(name)))
}

function isZero(value: string): boolean {
  return /^0*\.?0+(px|em|rem|pt|%|vh|vw)?$/.test(value)
}

function isFarOut(value: string): boolean {
  const match = /^-(\d+(?:\.\d+)?)(px|em|rem|vw|vh|%)$/.exec(value)
  if (!match) return false
  const size = Number(match[1])
  if (match[2] === 'px') return size >= OFF_SCREEN_PX
  return match[2] === 'em' || match[2] === 'rem' ? size >= 40 : size >= 100
}
