import { compilePack } from '../../policy/pack/compile-pack.ts'
import type { PolicyPack } from '../../policy/pack/pack-schema.ts'
import { readTextAhead } from '../../policy/rules/text-findings.ts'
import { newTextMemory, rememberingIn, type TextMemory } from '../../policy/text/text-views.ts'

/** Texts of scans that are still being collected, read before they are judged. */
export interface TextsAhead {
  /** Reads as many of them as there is room for; the others are read when they are judged. */
  read(policies: PolicyPack, scan: number, texts: readonly string[]): void
  /** What was read of the scan, which is over with it here. */
  take(scan: number): TextMemory
}

/** UTF-16 units of all scans together: two or three of thirty large pages. With some 24 bytes each, and what was found in them. */
const MOST = 1_000_000

export function createTextsAhead(most = MOST): TextsAhead {
  const scans = new Map<number, TextMemory>()
  const units = () => [...scans.values()].reduce((sum, memory) => sum + memory.units, 0)
  return {
    read(policies, scan, texts) {
      const memory = scans.get(scan) ?? newTextMemory(most)
      scans.set(scan, memory)
      rememberingIn(memory, () => {
        for (const text of texts)
          if (units() + text.length <= most) readTextAhead(compilePack(policies), text)
      })
    },
    take(scan) {
      const memory = scans.get(scan)
      scans.delete(scan)
      return memory ?? newTextMemory()
    },
  }
}
