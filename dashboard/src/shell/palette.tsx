import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { messageOf } from '../api/message-of.ts'
import { scansQuery } from '../api/queries.ts'
import { useSubmit } from '../screens/scan/use-submit.ts'
import { useSignedIn } from '../services.ts'
import { useOrg } from '../session/use-org.ts'
import { accountName, hostOf } from '../text/account-name.ts'
import { showPlainly } from '../text/show-plainly.ts'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { INPUT } from '../ui/fields/field-style.ts'
import { ListBox, nextOption, optionId } from '../ui/fields/list-box.tsx'
import { ForeignText } from '../ui/foreign/foreign-text.tsx'
import { Icon } from '../ui/icon.tsx'
import { Moment } from '../ui/moment.tsx'
import { Failure } from '../ui/states/failure.tsx'
import { Verdict } from '../ui/verdict.tsx'
import { type Command, kindOf, matching } from './commands.ts'
import { PLACES } from './navigation.ts'
import { showShellDialog } from './shell-dialog.ts'
import { storeTheme, THEMES, useTheme } from './theme.ts'

const MOST_SCANS = 5
/** The service is asked once somebody has paused, not at every letter. */
const PAUSE_MS = 250

/** One field for everything: a place to go to, a scan to open, an address to scan, a setting to change. */
export function Palette({ onClose }: { onClose(): void }) {
  const { toscan, orgId } = useOrg()
  const id = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const typed = text.trim()
  const kind = kindOf(typed)
  const asked = usePaused(typed)
  const isSearch = kind !== 'id' && asked.length > 1
  const scans = useQuery({
    ...scansQuery(toscan, orgId, { q: asked, limit: MOST_SCANS }),
    enabled: isSearch,
    placeholderData: keepPreviousData,
  })
  const submit = useSubmit()
  const isSending = useRef(false)
  const commands = useCommands(typed, kind, (url, mode) => {
    // Known at once, where `isPending` takes a moment: a key that is pressed twice orders one scan.
    if (isSending.current) return
    isSending.current = true
    const submission = { urls: [url], mode, callbackUrl: '', metadata: {} }
    submit.mutate(submission, {
      onSuccess: onClose,
      onSettled() {
        isSending.current = false
      },
    })
  })
  const open = useOpen()
  const found = isSearch && typed !== '' ? (scans.data?.scans ?? []) : []
  const choices = [
    ...commands.map((command) => ({
      id: command.id,
      content: <CommandLine command={command} />,
      run() {
        if (!command.id.startsWith('scan:')) onClose()
        command.run()
      },
    })),
    ...found.map((scan) => ({
      id: scan.scan_id,
      content: (
        <>
          <Verdict value={scan.recommendation} state={scan.profile_state} />
          <span className="min-w-0 truncate">
            <ForeignText>{accountName(scan.profile_url)}</ForeignText>
          </span>
          <span className="min-w-0 truncate text-xs text-muted">{showPlainly(hostOf(scan.profile_url))}</span>
          <span className="ml-auto text-xs text-muted">
            <Moment at={scan.submitted_at} ago />
          </span>
        </>
      ),
      run() {
        onClose()
        open.scan(scan.scan_id)
      },
    })),
  ]
  const at = Math.min(active, choices.length - 1)
  const press = (event: KeyboardEvent) => {
    const next = nextOption(event.key, at, choices.length)
    // Home and End stay with the text.
    if (event.key === 'Enter') choices[at]?.run()
    else if (next !== null && event.key.startsWith('Arrow')) setActive(next)
    else return
    event.preventDefault()
  }
  const isLooking = isSearch && (scans.isFetching || asked !== typed)
  return (
    <Dialog title="Search and commands" isOpen isAtTop onClose={onClose}>
      <input
        autoFocus
        role="combobox"
        aria-label="A place, a scan, an address or a command"
        aria-expanded={choices.length > 0}
        aria-controls={`${id}list`}
        aria-autocomplete="list"
        aria-activedescendant={choices.length > 0 ? optionId(`${id}list`, at) : undefined}
        placeholder="Go to, open, scan, switch …"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setActive(0)
          if (submit.isError) submit.reset()
        }}
        onKeyDown={press}
        className={`${INPUT} h-9 shrink-0`}
      />
      <ListBox
        id={`${id}list`}
        aria-label="What can be done"
        choices={choices}
        active={at}
        onActive={setActive}
        onChoose={(index) => choices[index]?.run()}
        className="-mx-2 max-h-[min(22rem,50dvh)] overflow-y-auto px-1"
      />
      <p role="status" className="min-h-4 text-xs text-muted">
        {submit.isPending
          ? 'Submitting…'
          : isLooking
            ? 'Looking for scans…'
            : typed === ''
              ? 'Scans are found by any part of their address or username, or by their id.'
              : found.length === MOST_SCANS
                ? `The ${MOST_SCANS} newest scans with it; the history has all.`
                : `${choices.length} found${isSearch && !scans.isError && found.length === 0 ? ', no scan among them' : ''}`}
      </p>
      {isSearch && scans.isError && (
        <p role="alert" className="text-xs font-medium text-high">
          Scans could not be looked for. {messageOf(scans.error)}
        </p>
      )}
      {submit.error && <Failure what="The scan was not submitted" error={submit.error} />}
    </Dialog>
  )
}

function CommandLine({ command: { icon, label, keys } }: { command: Command }) {
  return (
    <>
      <Icon name={icon} className="text-muted" />
      <span className="min-w-0 truncate">{label}</span>
      {keys && (
        <span aria-hidden="true" className="ml-auto font-mono text-[0.6875rem] whitespace-pre text-muted">
          {keys}
        </span>
      )}
    </>
  )
}

/** What fits what was typed: for an id and for an address what it is good for, for words what is called like it. */
function useCommands(
  typed: string,
  kind: ReturnType<typeof kindOf>,
  onScan: (url: string, mode: 'deep' | 'quick') => void,
): Command[] {
  const { orgId } = useOrg()
  const { organizations } = useSignedIn()
  const navigate = useNavigate()
  const theme = useTheme()
  const open = useOpen()
  if (kind === 'id')
    return [
      { id: 'open:scan', label: 'Open the scan of this id', icon: 'scan', run: () => open.scan(typed) },
      { id: 'open:batch', label: 'Open the batch of this id', icon: 'history', run: () => open.batch(typed) },
    ]
  const inHistory: Command = {
    id: 'history',
    label: `Look through the history for “${showPlainly(typed)}”`,
    icon: 'history',
    run: () => void navigate({ to: '/o/$orgId/history', params: { orgId }, search: { q: typed } }),
  }
  if (kind === 'address')
    return [
      { id: 'scan:deep', label: 'Scan this profile', icon: 'scan', run: () => onScan(typed, 'deep') },
      {
        id: 'scan:quick',
        label: 'Scan this profile, quick',
        icon: 'scan',
        run: () => onScan(typed, 'quick'),
      },
      inHistory,
    ]
  const all: Command[] = [
    ...PLACES.map(({ to, label, icon, key }) => ({
      id: to,
      label,
      icon,
      words: 'go to open',
      keys: `g ${key}`,
      run: () => void navigate({ to, params: { orgId } }),
    })),
    ...organizations
      .filter((each) => each.org_id !== orgId)
      .map((each) => ({
        id: each.org_id,
        label: `Switch to ${showPlainly(each.name)}`,
        icon: 'team' as const,
        words: 'organization',
        run: () => void navigate({ to: '/o/$orgId', params: { orgId: each.org_id } }),
      })),
    ...THEMES.filter((each) => each !== theme).map((each) => ({
      id: `theme:${each}`,
      label: each === 'system' ? 'Appearance: as the system' : `Appearance: ${each}`,
      icon: 'eye' as const,
      words: 'theme mode',
      run: () => storeTheme(each),
    })),
    {
      id: 'keys',
      label: 'Keys of the keyboard',
      icon: 'menu',
      words: 'shortcuts help',
      keys: '?',
      run: () => showShellDialog('keys'),
    },
  ]
  return [...matching(all, typed), ...(typed === '' ? [] : [inHistory])]
}

function useOpen() {
  const { orgId } = useOrg()
  const navigate = useNavigate()
  return {
    scan: (scanId: string) => void navigate({ to: '/o/$orgId/scans/$scanId', params: { orgId, scanId } }),
    batch: (batchId: string) =>
      void navigate({ to: '/o/$orgId/batches/$batchId', params: { orgId, batchId } }),
  }
}

/** The text, once nothing has been typed for a moment. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
