import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Refused } from '../../../../../sdk/client.ts'
import { captureQuery } from '../../../api/queries.ts'
import { useOrg } from '../../../session/use-org.ts'
import { useReveal } from './reveal.tsx'

/** A stored picture of a scan. It is fetched with the session's token, so that no link to it can leak, and not before it may be shown, blurred or not. */
export function usePicture(scanId: string, ref: string) {
  const { toscan, orgId } = useOrg()
  const { isRevealed, isWithheld, toggle } = useReveal(ref)
  const isShown = isRevealed || !isWithheld
  const {
    data: blob,
    error,
    refetch,
  } = useQuery({ ...captureQuery(toscan, orgId, scanId, ref), enabled: isShown })
  const address = useBlobAddress(blob)
  const isGone = error instanceof Refused && (error.status === 404 || error.status === 410)
  return { address, isRevealed, isShown, isGone, error: isGone ? null : error, toggle, refetch }
}

function useBlobAddress(blob: Blob | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!blob?.type.startsWith('image/')) return
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return address
}
