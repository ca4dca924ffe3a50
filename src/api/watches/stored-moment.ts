import { readMoment } from '../requests/checks.ts'

/** A moment that a caller gave, as the database writes it, so that moments compare as texts; null for none. */
export function storedMoment(given: string | null | undefined): string | null {
  return readMoment(given ?? undefined)?.replace('Z', '000+00:00') ?? null
}
