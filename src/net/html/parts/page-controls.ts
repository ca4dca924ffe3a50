import { isControl } from '../hidden/veils.ts'
import type { Attributes } from '../quick/quick-parser.ts'

/** Which elements are controls: what stands in one, or right behind it, is what it opens. */
export interface PageControls {
  /** An element that begins, so deep without it: whether a control stands around it or right before it. */
  open(name: string, attributes: Attributes, arePlain: boolean, depth: number): boolean
  /** An element that ends. @param depth without it */
  close(depth: number): void
}

export function createPageControls(): PageControls {
  /** How deep the open ones stand, and the innermost of them: most pages have few, and are asked for each element. */
  const controls: number[] = []
  let innermost = NONE
  /** How deep the element stood that has just ended and was one. */
  let behind = NONE
  return {
    open(name, attributes, arePlain, depth) {
      const isPressed = behind === depth || innermost === depth - 1
      if (behind === depth) behind = NONE
      if (name === 'button' || (!arePlain && isControl(name, attributes))) {
        controls.push(depth)
        innermost = depth
      }
      return isPressed
    },
    close(depth) {
      if (innermost === depth) {
        controls.pop()
        innermost = controls.at(-1) ?? NONE
        behind = depth
      } else if (behind === depth + 1) behind = depth
    },
  }
}

/** No depth, and before none. */
const NONE = -2
