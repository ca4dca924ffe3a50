import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Popover } from 'react-aria-components'
import { POPOVER } from '../dialogs/pop-up-style.ts'
import { Icon } from '../icon.tsx'
import { INPUT, LABEL } from './field-style.ts'
import { ListBox, nextOption } from './list-box.tsx'

export interface SelectProps<Value extends string> {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange(value: Value): void
  hideLabel?: boolean
}

/** A button that opens a list. Ours: the library's select and list weigh seven kB more. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, options, value, hideLabel } = props
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="flex flex-col gap-1">
      <span id={`${id}label`} className={hideLabel ? 'sr-only' : LABEL}>
        {label}
      </span>
      <button
        ref={button}
        type="button"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-labelledby={`${id}label ${id}value`}
        onClick={() => setIsOpen(true)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setIsOpen(true)
        }}
        className={`${INPUT} flex h-8 cursor-default items-center justify-between gap-2 text-left`}
      >
        <span id={`${id}value`} className="truncate">
          {options.find((option) => option.value === value)?.label}
        </span>
        <Icon name="chevron" />
      </button>
      <Popover
        triggerRef={button}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        placement="bottom start"
        aria-labelledby={`${id}label`}
        className={`${POPOVER} min-w-(--trigger-width) overflow-y-auto`}
      >
        <Options
          {...props}
          id={id}
          onChange={(value) => {
            props.onChange(value)
            // As a field of the browser's own would: forms hear that something has changed.
            button.current?.dispatchEvent(new Event('input', { bubbles: true }))
          }}
          onClose={() => setIsOpen(false)}
        />
      </Popover>
    </div>
  )
}

/** How long letters that are typed one after another are one beginning of a word. */
const TYPING_MS = 800

function Options<Value extends string>({
  id,
  options,
  value,
  onChange,
  onClose,
}: SelectProps<Value> & { id: string; onClose(): void }) {
  const list = useRef<HTMLDivElement>(null)
  const typed = useRef({ text: '', at: 0 })
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      options.findIndex((option) => option.value === value),
    ),
  )
  useEffect(() => list.current?.focus(), [])
  const choose = (index: number) => {
    const option = options[index]
    onClose()
    if (option && option.value !== value) onChange(option.value)
  }
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter' || event.key === ' ') choose(active)
    else if (event.key === 'Tab') onClose()
    else {
      const next = nextOption(event.key, active, options.length) ?? beginningWith(event.key)
      if (next === null) return
      setActive(next)
    }
    event.preventDefault()
  }
  return (
    <ListBox
      ref={list}
      id={`${id}list`}
      aria-labelledby={`${id}label`}
      tabIndex={0}
      choices={options.map((option) => ({ id: option.value, content: option.label }))}
      selected={value}
      active={active}
      onActive={setActive}
      onChoose={choose}
      onKeyDown={press}
      className="outline-none"
    />
  )

  /** The option that what was typed so far begins; behind the active one when it is one letter. */
  function beginningWith(key: string): number | null {
    if (key.length !== 1) return null
    const now = performance.now()
    const text = (now - typed.current.at < TYPING_MS ? typed.current.text : '') + key.toLowerCase()
    typed.current = { text, at: now }
    const from = text.length === 1 ? active + 1 : active
    const inOrder = options.map((_, step) => (from + step) % options.length)
    return inOrder.find((index) => options[index]?.label.toLowerCase().startsWith(text)) ?? null
  }
}
