import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'
import { Icon, type IconName } from '../icon.tsx'
import { type ButtonVariant, buttonStyle } from './button-style.ts'

export interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style' | 'isPending'> {
  children?: ReactNode
  variant?: ButtonVariant
  size?: 'small' | 'medium'
  icon?: IconName
  /** The single key that does the same, shown to those who use keys. */
  shortcut?: string
  /** What it does is under way: it keeps the focus and takes no further press. Its words say so. */
  isBusy?: boolean
}

/** Without words as children it needs an `aria-label`. */
export function Button({ children, variant, size, icon, shortcut, isBusy, ...props }: ButtonProps) {
  const square = children === undefined ? (size === 'small' ? 'w-7 !px-0' : 'w-8 !px-0') : ''
  return (
    <AriaButton
      {...props}
      data-shortcut={shortcut}
      {...(isBusy && { onPress: undefined, type: 'button' })}
      className={`${buttonStyle(variant, size)} ${square}`}
    >
      {icon && <Icon name={icon} size={size === 'small' ? 14 : 16} />}
      {children}
      {shortcut && (
        <span
          aria-hidden="true"
          className="ml-0.5 rounded border pointer-coarse:hidden border-current/30 px-1 font-mono text-[0.625rem] leading-4"
        >
          {shortcut}
        </span>
      )}
    </AriaButton>
  )
}
