import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'
import { Icon, type IconName } from '../icon.tsx'
import { type ButtonVariant, buttonStyle } from './button-style.ts'

interface AnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  ref?: Ref<HTMLAnchorElement>
  variant?: ButtonVariant
  size?: 'small' | 'medium'
  icon?: IconName
}

function Anchor({ variant, size, icon, children, ref, ...props }: AnchorProps) {
  return (
    <a ref={ref} {...props} className={buttonStyle(variant, size)}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  )
}

/** A link inside the dashboard that looks like a button. */
export const LinkButton = createLink(Anchor)
