import type { ReactNode } from 'react'
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
} from 'react-aria-components'
import { DESCRIPTION, FIELD_ERROR, INPUT, LABEL } from './field-style.ts'

export interface TextFieldProps extends Omit<AriaTextFieldProps, 'children' | 'className' | 'style'> {
  label: string
  description?: ReactNode
  /** What is wrong with the value; read out with the field. */
  error?: string | null
  placeholder?: string
  /** More than one line: how many are shown. */
  rows?: number
  hideLabel?: boolean
  mono?: boolean
}

export function TextField({
  label,
  description,
  error,
  placeholder,
  rows,
  hideLabel = false,
  mono = false,
  ...props
}: TextFieldProps) {
  const font = mono ? 'font-mono text-[13px]' : ''
  return (
    <AriaTextField {...props} isInvalid={Boolean(error)} className="flex min-w-0 flex-col gap-1">
      <Label className={hideLabel ? 'sr-only' : LABEL}>
        {label}
        {props.isRequired && <span className="font-normal text-muted"> (required)</span>}
      </Label>
      {rows ? (
        <TextArea rows={rows} placeholder={placeholder} className={`${INPUT} ${font} py-1.5 leading-5`} />
      ) : (
        <Input placeholder={placeholder} className={`${INPUT} ${font} h-8`} />
      )}
      {description && (
        <Text slot="description" className={DESCRIPTION}>
          {description}
        </Text>
      )}
      <FieldError className={FIELD_ERROR}>{error}</FieldError>
    </AriaTextField>
  )
}
