import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Open } from '../../../../sdk/client.ts'
import type { NotificationChannel, NotificationSettings } from '../../../../sdk/contract.ts'
import { notificationsQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ForeignText } from '../../ui/foreign/foreign-text.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { ChannelDialog } from './channel-dialog.tsx'
import { termsWords } from './notification-words.ts'
import { OwnNotificationsDialog } from './own-notifications-dialog.tsx'

/** Who is told of what, where: oneself by mail, the organization's channels. */
export function NotificationsCard() {
  const { toscan, orgId, isAdmin } = useOrg()
  const settings = useQuery(notificationsQuery(toscan, orgId))
  const [isOpen, setOpen] = useState<'mine' | 'channel' | null>(null)
  const close = () => setOpen(null)
  return (
    <Card
      title="Notifications"
      actions={
        <>
          <Button
            size="small"
            aria-label="Choose what you are told by mail"
            isDisabled={!settings.data}
            onPress={() => setOpen('mine')}
          >
            Choose
          </Button>
          {isAdmin && (
            <Button size="small" onPress={() => setOpen('channel')}>
              Add a channel
            </Button>
          )}
        </>
      }
    >
      <QueryView query={settings} what="The notifications" rows={3}>
        {(found) => (
          <div className="flex flex-col gap-3">
            <Mine settings={found} />
            {found.channels.length > 0 && (
              <ul className="flex flex-col gap-2">
                {found.channels.map((channel) => (
                  <Channel key={channel.channel_id} channel={channel} />
                ))}
              </ul>
            )}
            {!isAdmin && <p className="text-xs text-muted">Channels are added by administrators.</p>}
          </div>
        )}
      </QueryView>
      {isOpen === 'mine' && settings.data && (
        <OwnNotificationsDialog mine={settings.data.mine} onClose={close} />
      )}
      {isOpen === 'channel' && <ChannelDialog onClose={close} />}
    </Card>
  )
}

function Mine({ settings: { mail, mine } }: { settings: Open<NotificationSettings> }) {
  return (
    <div>
      <p>You, by mail: {mine ? termsWords(mine) : 'nothing'}.</p>
      {!mail && <p className="text-xs text-muted">This service has no mail server: nothing is mailed.</p>}
    </div>
  )
}

const KINDS: Readonly<Record<string, string>> = { slack: 'Slack', teams: 'Teams' }

function Channel({ channel }: { channel: Open<NotificationChannel> }) {
  const { toscan, orgId, isAdmin } = useOrg()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => toscan.notifications.removeChannel(channel.channel_id),
    onSettled: () => queries.invalidateQueries({ queryKey: notificationsQuery(toscan, orgId).queryKey }),
  })
  const test = useMutation({
    mutationFn: () => toscan.notifications.testChannel(channel.channel_id),
    onSettled: () => queries.invalidateQueries({ queryKey: notificationsQuery(toscan, orgId).queryKey }),
  })
  const [isChanging, setIsChanging] = useState(false)
  const { name, kind, host, failures, last_error } = channel
  return (
    <li className="flex flex-wrap items-start justify-between gap-2">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p>
          <ForeignText>{name}</ForeignText>, {KINDS[kind] ?? kind} at {host}: {termsWords(channel)}.
        </p>
        {failures > 0 && (
          <p className="text-xs text-high">
            Not taken {failures === 1 ? 'once' : `${failures} times`}: {last_error}
          </p>
        )}
        <p role="status" className={`text-xs ${test.data?.taken === false ? 'text-high' : 'text-muted'}`}>
          {test.data &&
            !test.isPending &&
            (test.data.taken
              ? `${host} took the test message.`
              : `The test message was not taken: ${test.data.error ?? 'no reason was given'}.`)}
        </p>
        {test.error && <Failure what="The test message was not sent" error={test.error} />}
        {remove.error && <Failure what="The channel was not removed" error={remove.error} />}
      </div>
      {isAdmin && (
        <span className="flex flex-wrap gap-2">
          <Button
            size="small"
            aria-label={`Send a test message to ${name}`}
            isBusy={test.isPending}
            onPress={() => test.mutate()}
          >
            {test.isPending ? 'Sending…' : 'Test'}
          </Button>
          <Button size="small" aria-label={`Change the channel ${name}`} onPress={() => setIsChanging(true)}>
            Change
          </Button>
          <Button
            size="small"
            aria-label={`Remove the channel ${name}`}
            isBusy={remove.isPending}
            onPress={() => remove.mutate()}
          >
            {remove.isPending ? 'Removing…' : 'Remove'}
          </Button>
        </span>
      )}
      {isChanging && <ChannelDialog channel={channel} onClose={() => setIsChanging(false)} />}
    </li>
  )
}
