import { useNavigate, useSearch } from '@tanstack/react-router'
import { filterName, refusedFilters } from '../../api/refused-filter.ts'
import { Button } from '../buttons/button.tsx'
import { Failure } from './failure.tsx'
import { Notice } from './notice.tsx'

/** Why something could not be read. Where it is the address that asks for what there is not, the way out is to ask without it. */
export function ReadFailure({
  what,
  error,
  onRetry,
}: {
  /** As in "The scans could not be loaded". */
  what: string
  error: unknown
  onRetry: () => void
}) {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const refused = refusedFilters(error, search)
  const [first, ...more] = refused
  if (!first) return <Failure what={what} error={error} onRetry={onRetry} />
  const without = Object.fromEntries(refused.map(({ name }) => [name, undefined]))
  return (
    <Notice
      tone="error"
      title="This address asks for something that there is not"
      action={
        <Button
          size="small"
          icon="cross"
          onPress={() => void navigate({ to: '.', search: (all) => ({ ...all, ...without }), replace: true })}
        >
          Without {more.length === 0 ? filterName(first.name) : 'these'}
        </Button>
      }
    >
      {refused.map(({ name, words }) => (
        <p key={name}>
          <bdi>{words}</bdi>
        </p>
      ))}
    </Notice>
  )
}
