import { useState } from 'react'
import { DailyLimitReached } from '../../../../sdk/client.ts'
import type { ScanMode } from '../../../../sdk/contract.ts'
import { messageOf } from '../../api/message-of.ts'
import { useOrg } from '../../session/use-org.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { Card } from '../../ui/card.tsx'
import { INPUT } from '../../ui/fields/field-style.ts'
import { Form } from '../../ui/fields/form.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { readProfileList } from '../scan/profile-list.ts'
import { useSubmit } from '../scan/use-submit.ts'

/** One profile, at once. */
export function ScanBox() {
  const { orgId } = useOrg()
  const [text, setText] = useState('')
  const [mode, setMode] = useState<ScanMode>('deep')
  const [wasTried, setWasTried] = useState(false)
  const submit = useSubmit()
  const { urls, bad } = readProfileList(text)
  const [url] = urls
  const problem = bad[0]?.problem ?? (url ? null : 'Paste the address of a profile.')
  return (
    <Card
      title="Scan a profile"
      actions={
        <LinkButton to="/o/$orgId/scan" params={{ orgId }} variant="quiet" size="small">
          Many profiles
        </LinkButton>
      }
    >
      <Form
        className="flex flex-wrap items-start gap-2"
        onSubmit={() => {
          setWasTried(true)
          if (url && !problem && !submit.isPending)
            submit.mutate({ urls: [url], mode, callbackUrl: '', metadata: {} })
        }}
      >
        <div className="grow basis-64">
          <TextField
            label="Profile address"
            hideLabel
            type="url"
            placeholder="https://platform.example/u/name"
            value={text}
            onChange={setText}
            error={wasTried && problem ? problem : submit.error ? refusalOf(submit.error) : null}
          />
        </div>
        <select
          aria-label="Mode"
          value={mode}
          onChange={(event) => setMode(event.target.value === 'quick' ? 'quick' : 'deep')}
          className={`${INPUT} h-8 !w-auto`}
        >
          <option value="deep">Deep</option>
          <option value="quick">Quick</option>
        </select>
        <Button type="submit" variant="primary" isBusy={submit.isPending}>
          {submit.isPending ? 'Submitting…' : 'Scan'}
        </Button>
      </Form>
    </Card>
  )
}

function refusalOf(error: Error): string {
  if (error instanceof DailyLimitReached)
    return `Daily limit: ${error.used} of ${error.limit} used. Resets at 00:00 UTC.`
  return messageOf(error)
}
