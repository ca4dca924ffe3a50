import { visibilityOf } from './hidden-style.ts'

/** Selectors of inline style sheets that hide what they match: `.name` and `#name` only. */
export interface HidingRules {
  add(css: string): void
  hides(className: string, id: string): boolean
}

const MAX_CSS = 256 * 1024
const MAX_SELECTORS = 2000

/**
 * Collects the rules of a page's `<style>` elements. A class that any rule shows again, in a media query for instance, is
 * not counted as hiding: responsive pages hide and show the same thing.
 */
export function createHidingRules(): HidingRules {
  const hiding = new Set<string>()
  const showing = new Set<string>()
  let read = 0

  return {
    add(css) {
      if (read > MAX_CSS) return
      read += css.length
      for (const rule of rulesOf(css.slice(0, MAX_CSS))) {
        const visibility = visibilityOf(rule.body)
        if (visibility === null || hiding.size + showing.size > MAX_SELECTORS) continue
        for (const selector of rule.selectors.split(',').map((part) => part.trim())) {
          if (!/^[.#](?:[\w-]|\\.)+$/.test(selector)) continue
          const name = selector.replace(/\\(.)/g, '$1')
          if (visibility === 'shows') showing.add(name)
          else if (!rule.conditional) hiding.add(name)
        }
      }
    },
    hides(className, id) {
      if (hiding.size === 0 || (className === '' && id === '')) return false
      if (id !== '' && hiding.has(`#${id}`) && !showing.has(`#${id}`)) return true
      const classes = className.split(/\s+/)
      return (
        classes.some((name) => hiding.has(`.${name}`)) && !classes.some((name) => showing.has(`.${name}`))
      )
    },
  }
}

interface Rule {
  selectors: string
  body: string
  /** Stands in a media query or another at-rule. */
  conditional: boolean
}

/** One pass, no backtracking: hostile style sheets cost no more than their length. */
function* rulesOf(css: string): Generator<Rule> {
  const clean = withoutComments(css)
  let depth = 0
  let start = 0
  for (let at = 0; at < clean.length; at++) {
    const letter = clean[at]
    if (letter === ';') start = at + 1
    else if (letter === '}') {
      depth = Math.max(0, depth - 1)
      start = at + 1
    } else if (letter === '{') {
      const prelude = clean.slice(start, at).trim()
      const end = clean.indexOf('}', at)
      if (end < 0) return
      if (prelude.startsWith('@')) depth++
      else {
        yield { selectors: prelude.slice(0, 2000), body: clean.slice(at + 1, end), conditional: depth > 0 }
        at = end
      }
      start = at + 1
    }
  }
}

function withoutComments(css: string): string {
  const kept: string[] = []
  let at = 0
  while (at < css.length) {
    const open = css.indexOf('/*', at)
    if (open < 0) break
    kept.push(css.slice(at, open))
    const close = css.indexOf('*/', open + 2)
    at = close < 0 ? css.length : close + 2
  }
  kept.push(css.slice(at))
  return kept.join(' ')
}
