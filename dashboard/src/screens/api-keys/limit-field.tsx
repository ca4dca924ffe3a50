import { TextField } from '../../ui/fields/text-field.tsx'
import { readLimit } from './read-limit.ts'

export function LimitField({ value, onChange }: { value: string; onChange(value: string): void }) {
  return (
    <TextField
      label="Requests a minute"
      value={value}
      onChange={onChange}
      inputMode="numeric"
      autoComplete="off"
      description="Beyond them the key is answered 429. Empty: as many as it likes."
      error={readLimit(value) === undefined ? 'A number from 1 to 1,000,000, or nothing' : null}
    />
  )
}
