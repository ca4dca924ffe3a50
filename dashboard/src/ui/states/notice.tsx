import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'

const TONES = {
  info: 'bg-accent-soft text-ink',
  warning: 'bg-low-soft text-ink',
  error: 'bg-high-soft text-ink',
  good: 'bg-clear-soft text-ink',
} as const
const INKS = { info: 'text-accent', warning: 'text-low', error: 'text-high', good: 'text-clear' } as const

export function Notice({
  tone = 'info',
  title,
  children,
  action,
}: {
  tone?: keyof typeof TONES
  title?: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div
      role={tone === 'error' ? 'alert' : undefined}
      className={`flex gap-2.5 rounded-lg px-3 py-2.5 ${TONES[tone]}`}
    >
      <Icon name={tone === 'good' ? 'check' : 'warning'} className={`mt-0.5 ${INKS[tone]}`} />
      <div className="flex min-w-0 grow flex-wrap items-start justify-between gap-2">
        <div className="min-w-0 grow basis-60">
          {title && <p className="font-medium">{title}</p>}
          {children && <div className="break-words">{children}</div>}
        </div>
        {action}
      </div>
    </div>
  )
}
