import { useMutation, useQuery } from '@tanstack/react-query'
import { Toscan } from '../../../sdk/client.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Failure } from '../ui/states/failure.tsx'
import { Notice } from '../ui/states/notice.tsx'

/** Whoever asks has no session. */
const client = new Toscan({ token: () => null })

/** Leads to the company's own sign-in, where there is one, and back to the page that was wanted. */
export function CompanyButton() {
  const ways = useQuery({
    queryKey: ['sign-in-ways'],
    queryFn: ({ signal }) => client.session.ways({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const leave = useMutation({
    mutationFn: async () => {
      const { url } = await client.session.company(wantedPage())
      window.location.assign(url)
      // Until the browser is there.
      await new Promise(() => {})
    },
  })
  const refusal = REFUSALS[new URLSearchParams(window.location.search).get('error') ?? '']
  const name = ways.data?.company?.name
  if (name === undefined) return null
  return (
    <div className="mb-4 flex flex-col gap-3 border-b border-line pb-4">
      {refusal && <Notice tone="error">{refusal(name)}</Notice>}
      {leave.error && <Failure what="Signing in failed" error={leave.error} />}
      <Button isBusy={leave.isPending} onPress={() => leave.mutate()}>
        {leave.isPending ? 'Leaving for the sign-in…' : `Continue with ${name}`}
      </Button>
    </div>
  )
}

/** By the code that the service sends people back with. */
const REFUSALS: Record<string, ((name: string) => string) | undefined> = {
  email_not_verified: (name) =>
    `${name} does not say that this e-mail address is yours. Verify it there first.`,
  other_company: () => 'This e-mail address may not sign in here.',
  signup_disabled: () => 'You have no account here. Ask an administrator for an invitation.',
  email_not_found: (name) => `${name} did not say which e-mail address is yours.`,
  access_denied: (name) => `${name} did not let you in.`,
  state_mismatch: () => 'That took too long, or began in another browser. Try again.',
  please_restart_the_process: () => 'That took too long, or began in another browser. Try again.',
}

function wantedPage(): string {
  const { pathname, search, hash } = window.location
  const params = new URLSearchParams(search)
  params.delete('error')
  params.delete('error_description')
  return `${pathname}${params.size > 0 ? `?${params}` : ''}${hash}`
}
