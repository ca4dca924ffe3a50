import { Checkbox as AriaCheckbox } from 'react-aria-components'
import { Icon } from './icon.tsx'

export function Checkbox({
  label,
  hideLabel = false,
  isSelected,
  onChange,
  isDisabled,
}: {
  label: string
  hideLabel?: boolean
  isSelected: boolean
  onChange(isSelected: boolean): void
  isDisabled?: boolean
}) {
  return (
    <AriaCheckbox
      isSelected={isSelected}
      onChange={onChange}
      isDisabled={isDisabled}
      className="group flex min-h-6 min-w-6 items-center gap-2 text-[13px]"
    >
      <span
        aria-hidden="true"
        className="grid size-4 shrink-0 place-items-center rounded border border-edge bg-surface group-data-[focus-visible]:outline-2 group-data-[focus-visible]:outline-offset-2 group-data-[focus-visible]:outline-accent group-data-[selected]:border-solid group-data-[selected]:bg-solid"
      >
        {isSelected && <Icon name="check" size={12} className="text-on-solid" />}
      </span>
      <span className={hideLabel ? 'sr-only' : ''}>{label}</span>
    </AriaCheckbox>
  )
}
