import { z } from 'zod'

/** What the shapes of several files of a pack share. All of them are strict: an unknown key is an error, so that a typo never passes. */

export const id = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,60}$/)
export const probability = z.number().min(0).max(1)

/** For whoever writes the file: it goes into its JSON Schema. */
export const say = (description: string) => ({ description })
