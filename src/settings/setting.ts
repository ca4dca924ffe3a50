import { z } from 'zod'

/** One name of the environment. */
export interface Setting {
  describe: string
  schema: z.ZodType
  /** What stands for an unset one; without it such a one is undefined. */
  fallback?: string
  /** Never shown, and may be given as the path of a file in `<NAME>_FILE`. */
  secret?: boolean
}

/** What a table of settings reads as. */
export type Read<S extends Record<string, Setting>> = {
  [K in keyof S]: S[K] extends { fallback: string }
    ? z.output<S[K]['schema']>
    : z.output<S[K]['schema']> | undefined
}

/** A whole number from `min` to `max`. */
export const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must lie between ${min} and ${max}`)

/** Of a proxy that is asked for connections, whatever goes through them. */
export const httpProxy = z.url({ protocol: /^http$/, error: 'must be the address of an http:// proxy' })
