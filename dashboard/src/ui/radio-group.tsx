import { RadioGroup as AriaRadioGroup, Label, Radio } from 'react-aria-components'
import { LABEL } from './field-style.ts'

export interface RadioOption<Value extends string> {
  value: Value
  label: string
  note?: string
}

export function RadioGroup<Value extends string>({
  label,
  options,
  value,
  onChange,
  isHorizontal = false,
}: {
  label: string
  options: readonly RadioOption<Value>[]
  value: Value | null
  onChange(value: Value): void
  isHorizontal?: boolean
}) {
  return (
    <AriaRadioGroup
      value={value}
      onChange={(chosen) => {
        const option = options.find((each) => each.value === chosen)
        if (option) onChange(option.value)
      }}
      className="flex flex-col gap-1.5"
    >
      <Label className={LABEL}>{label}</Label>
      <div className={`flex gap-2 ${isHorizontal ? 'flex-wrap' : 'flex-col'}`}>
        {options.map((option) => (
          <Radio
            key={option.value}
            value={option.value}
            className="group flex min-h-8 grow cursor-default items-start gap-2 rounded-md border border-line px-2.5 py-1.5 data-[focus-visible]:outline-2 data-[focus-visible]:outline-accent data-[hovered]:bg-hover data-[selected]:border-solid data-[selected]:bg-accent-soft"
          >
            <span
              aria-hidden="true"
              className="mt-0.5 size-4 shrink-0 rounded-full border border-edge bg-surface group-data-[selected]:border-5 group-data-[selected]:border-solid"
            />
            <span className="text-[13px]">
              <span className="font-medium">{option.label}</span>
              {option.note && <span className="block text-xs text-muted">{option.note}</span>}
            </span>
          </Radio>
        ))}
      </div>
    </AriaRadioGroup>
  )
}
