import { parseJson } from '../../answers/parse-json.ts'
import { piecesOfJson } from '../../answers/pieces.ts'
import type { Carried } from '../../evidence/piece.ts'

/** A JSON answer, and what it says. `json` is `undefined` when it is none. */
export interface ParsedJson {
  json: unknown
  carries: Carried
}

/** Reads a JSON answer whole. Never throws. */
export function readJson(text: string): ParsedJson {
  const json = parseJson(text)
  return { json, carries: piecesOfJson(json) }
}
