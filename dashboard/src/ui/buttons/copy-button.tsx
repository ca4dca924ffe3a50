import { useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'

/** Says that it has copied, to eyes and ears. */
export function CopyButton({
  text,
  label,
  of,
  ...props
}: {
  /** Or what it is once it is asked for. */
  text: string | (() => string)
  label: string
  /** Of what, for those who hear the buttons one by one. */
  of?: string
} & Pick<ButtonProps, 'variant' | 'size' | 'shortcut'>) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text())
      setOutcome('copied')
    } catch {
      setOutcome('failed')
    }
  }
  const words = outcome === 'copied' ? 'Copied' : outcome === 'failed' ? 'Copying is not allowed here' : label
  return (
    <Button
      {...props}
      icon={outcome === 'copied' ? 'check' : 'copy'}
      onPress={() => void copy()}
      onBlur={() => setOutcome(null)}
    >
      <span aria-live="polite">{words}</span>
      {of !== undefined && (
        <span className="sr-only">
          {' '}
          <bdi>{of}</bdi>
        </span>
      )}
    </Button>
  )
}
