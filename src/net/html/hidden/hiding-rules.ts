import { visibilityOf } from './hidden-style.ts'

/** Selectors of inline style sheets that hide what they match: `.name` and `#name` only. */
export interface HidingRules {
  add(css: string): void
  hides(className: string, id: string): boolean
  /** A rule shows what these name in another state: when it is chosen, pressed or has come into view. */
  showsAgain(className: string, id: string): boolean
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
  /** Names in what selectors of more than a name are about. */
  const again = new Set<string>()
  let read = 0

  function noteStates({ selectors, body }: Rule): void {
    const isMovedIn = COMES_IN.test(body)
    if (again.size > MAX_SELECTORS || !(isMovedIn || REAPPEARS.test(body))) return
    for (const selector of selectors.split(',').map((part) => part.trim())) {
      // What a rule is about stands last.
      const subject = /[^\s>+~]+$/.exec(selector)?.[0] ?? ''
      if (selector === subject && SIMPLE.test(selector) && !isMovedIn) continue
      for (const [name] of subject.replace(NEGATED, '').matchAll(NAMES)) again.add(name)
    }
  }

  return {
    add(css) {
      if (read > MAX_CSS) return
      read += css.length
      for (const rule of rulesOf(css.slice(0, MAX_CSS))) {
        noteStates(rule)
        const visibility = visibilityOf(rule.body)
        if (visibility === null || hiding.size + showing.size > MAX_SELECTORS) continue
        for (const selector of rule.selectors.split(',').map((part) => part.trim())) {
          if (!SIMPLE.test(selector)) continue
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
    showsAgain(className, id) {
      if (again.size === 0) return false
      return (
        (id !== '' && again.has(`#${id}`)) || className.split(/\s+/).some((name) => again.has(`.${name}`))
      )
    },
  }
}

const SIMPLE = /^[.#](?:[\w-]|\\.)+$/
const NAMES = /[.#][\w-]+/g
const NEGATED = /:not\([^)]{0,200}\)/g
const REAPPEARS =
  /display\s{0,9}:\s{0,9}(?!none)[a-z]|visibility\s{0,9}:\s{0,9}visible|opacity\s{0,9}:\s{0,9}(?:1|0?\.[1-9])|max-height\s{0,9}:\s{0,9}[1-9a-z]/i
/** Nothing that is to stay unseen is moved. */
const COMES_IN =
  /opacity\s{0,9}:\s{0,9}0[\s\S]{0,400}(?:transition|animation|transform)|(?:transition|animation|transform)[\s\S]{0,400}opacity\s{0,9}:\s{0,9}0/i

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
