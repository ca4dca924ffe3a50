import type { ReactNode } from 'react'
import { useOrg } from '../../session/use-org.ts'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { Card } from '../../ui/card.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Icon } from '../../ui/icon.tsx'
import { asCurl } from '../scan/submission.ts'

const EXAMPLE = {
  urls: ['https://platform.example/u/name'],
  mode: 'deep' as const,
  callbackUrl: '',
  metadata: {},
}

/** An organization without a scan: three steps, each ticked when it is done. */
export function FirstSteps({ hasKey, hasCallback }: { hasKey: boolean; hasCallback: boolean }) {
  const { orgId, isAdmin } = useOrg()
  return (
    <Card title="First steps">
      <ol className="flex flex-col gap-5">
        <Step
          number={1}
          isDone={false}
          title="Scan a profile"
          text="In the field above. Its report opens by itself, and what calls for review waits under Review."
        />
        <Step
          number={2}
          isDone={hasKey}
          title="Create an API key"
          text="For programs; people sign in and need none. A program scans like this:"
        >
          <CodeBlock label="curl" text={asCurl(EXAMPLE, location.origin)} />
          <p className="mt-2">
            <LinkButton to="/o/$orgId/api-keys" params={{ orgId }}>
              API keys
            </LinkButton>
          </p>
        </Step>
        <Step
          number={3}
          isDone={hasCallback}
          title="Be told when a scan ends"
          text={
            isAdmin
              ? 'A callback address gets every result, signed. Without one, results are read here or by polling.'
              : 'An administrator of the organization can set a callback address that gets every result.'
          }
        >
          {isAdmin && (
            <LinkButton to="/o/$orgId/webhooks" params={{ orgId }}>
              Webhooks
            </LinkButton>
          )}
        </Step>
      </ol>
    </Card>
  )
}

function Step({
  number,
  isDone,
  title,
  text,
  children,
}: {
  number: number
  isDone: boolean
  title: string
  text: string
  children?: ReactNode
}) {
  return (
    <li className="flex gap-3">
      <span
        className={`grid size-7 shrink-0 place-items-center rounded-full text-[0.8125rem] font-semibold ${isDone ? 'bg-clear-soft text-clear' : 'bg-accent-soft text-accent'}`}
      >
        {isDone ? <Icon name="check" /> : <span aria-hidden="true">{number}</span>}
      </span>
      <div className="flex min-w-0 grow flex-col items-start gap-2">
        <div>
          <h3 className="leading-7 font-medium">
            {title}
            {isDone && <span className="text-xs font-normal text-clear"> Done</span>}
          </h3>
          <p className="text-muted">{text}</p>
        </div>
        {children && <div className="w-full min-w-0">{children}</div>}
      </div>
    </li>
  )
}
