import type { Standing } from '../../answers/role-of-piece.ts'
import type { Piece } from '../../evidence/piece.ts'

/** A piece as whoever reads the profile sees it. */
export type OwnPiece = Piece & Standing

/** The record that a piece stands in, by its path. */
export function recordOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}
