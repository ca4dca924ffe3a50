import { showPlainly } from '../../text/show-plainly.ts'

/** An address of the organization's own, as it is: text, and no link. */
export function OwnUrl({ url }: { url: string }) {
  return (
    <bdi dir="ltr" className="font-mono text-xs [overflow-wrap:anywhere]">
      {showPlainly(url)}
    </bdi>
  )
}
