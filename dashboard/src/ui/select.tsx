import {
  Select as AriaSelect,
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
} from 'react-aria-components'
import { INPUT, LABEL } from './field-style.ts'
import { Icon } from './icon.tsx'
import { ITEM, POPOVER } from './pop-up-style.ts'

export interface SelectProps<Value extends string> {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange(value: Value): void
  hideLabel?: boolean
}

export function Select<Value extends string>({
  label,
  options,
  value,
  onChange,
  hideLabel,
}: SelectProps<Value>) {
  return (
    <AriaSelect
      value={value}
      onChange={(key) => {
        const chosen = options.find((option) => option.value === key)
        if (chosen) onChange(chosen.value)
      }}
      className="flex flex-col gap-1"
    >
      <Label className={hideLabel ? 'sr-only' : LABEL}>{label}</Label>
      <Button className={`${INPUT} flex h-8 items-center justify-between gap-2 text-left`}>
        <SelectValue />
        <Icon name="chevron" />
      </Button>
      <Popover className={`${POPOVER} min-w-(--trigger-width)`}>
        <ListBox className="outline-none">
          {options.map((option) => (
            <ListBoxItem key={option.value} id={option.value} textValue={option.label} className={ITEM}>
              {({ isSelected }) => (
                <>
                  <span className="grow">{option.label}</span>
                  {isSelected && <Icon name="check" />}
                </>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
