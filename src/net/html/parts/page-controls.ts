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
  /** How deep the open ones stand. */
  const controls: number[] = []
  /** How deep the element stood that has just ended and was one. */
  let behind = -1
  return {
    open(name, attributes, arePlain, depth) {
      const isPressed = behind === depth || controls.at(-1) === depth - 1
      if (behind === depth) behind = -1
      if (name === 'button' || (!arePlain && isControl(name, attributes))) controls.push(depth)
      return isPressed
    },
    close(depth) {
      const isOfControl = behind === depth + 1
      if (controls.at(-1) === depth) {
        controls.pop()
        behind = depth
      } else if (isOfControl) behind = depth
    },
  }
}
