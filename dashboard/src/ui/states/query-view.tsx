import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loading } from './loading.tsx'
import { ReadFailure } from './read-failure.tsx'

/** The four states of everything that is read: it loads, it is there, it failed, or it is there and its renewal failed. */
export function QueryView<Data>({
  query,
  what,
  rows,
  children,
}: {
  query: UseQueryResult<Data>
  /** As in "… could not be loaded". */
  what: string
  rows?: number
  children(data: Data): ReactNode
}) {
  const { data, error, refetch } = query
  const retry = () => void refetch()
  return (
    <>
      {error && <ReadFailure what={`${what} could not be loaded`} error={error} onRetry={retry} />}
      {data !== undefined && children(data)}
      {data === undefined && !error && <Loading label={`${what}: loading`} rows={rows} />}
    </>
  )
}
