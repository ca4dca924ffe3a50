import { parseJson } from '../../../answers/parse-json.ts'
import { piecesOfJson } from '../../../answers/pieces.ts'
import type { Carried } from '../../../evidence/piece.ts'

/** A JSON answer, and what it says. `json` is `undefined` when it is none. */
export interface ParsedJson {
  json: unknown
  carries: Carried
}

/** Reads a JSON answer whole, or one that is a record a line. Never throws. */
export function readJson(text: string): ParsedJson {
  const json = parseJson(text) ?? parseLines(text)
  return { json, carries: piecesOfJson(json) }
}

function parseLines(text: string): unknown[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length < 2 || !lines.every((line) => /^\s*[{[]/.test(line))) return undefined
  const records = lines.map(parseJson)
  return records.every((record) => record !== undefined) ? records : undefined
}
