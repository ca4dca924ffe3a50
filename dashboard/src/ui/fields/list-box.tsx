import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { ITEM } from '../dialogs/pop-up-style.ts'
import { Icon } from '../icon.tsx'

export interface Choice {
  id: string
  content: ReactNode
}

/**
 * The options of a select or of a search. None of them ever has the focus: whatever has it names the active one, by `optionId`,
 * as its `aria-activedescendant`.
 */
export function ListBox({
  id,
  choices,
  active,
  selected,
  onActive,
  onChoose,
  ...props
}: {
  id: string
  choices: readonly Choice[]
  active: number
  /** The id of the one that is chosen already; without it the active one counts as chosen. */
  selected?: string
  onActive(index: number): void
  onChoose(index: number): void
} & Pick<
  ComponentProps<'div'>,
  'aria-label' | 'aria-labelledby' | 'className' | 'ref' | 'tabIndex' | 'onKeyDown'
>) {
  const reached = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one that is active has to be in sight.
  useEffect(() => {
    // Not returned: in newer browsers it is a promise, and React would take it for the effect's end.
    reached.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div
      {...props}
      role="listbox"
      id={id}
      {...(props.tabIndex !== undefined && { 'aria-activedescendant': optionId(id, active) })}
    >
      {choices.map((choice, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are with what has the focus.
        <div
          key={choice.id}
          id={optionId(id, index)}
          ref={index === active ? reached : undefined}
          role="option"
          tabIndex={-1}
          aria-selected={selected === undefined ? index === active : choice.id === selected}
          data-focused={index === active || undefined}
          onMouseDown={(event) => event.preventDefault()}
          onPointerMove={() => onActive(index)}
          onClick={() => onChoose(index)}
          className={ITEM}
        >
          {choice.content}
          {choice.id === selected && <Icon name="check" className="ml-auto" />}
        </div>
      ))}
    </div>
  )
}

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}

/** Where a key leads from the active option: to its neighbours, without an end, or to the first and the last. */
export function nextOption(key: string, active: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return (active + 1) % count
  if (key === 'ArrowUp') return (active - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
