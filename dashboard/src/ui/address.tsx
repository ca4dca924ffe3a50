import { defang } from '../text/defang.ts'

/** An address that somebody else chose: to be read, never a link. Its direction stays its own. */
export function Address({ url, oneLine = false }: { url: string; oneLine?: boolean }) {
  return (
    <bdi
      className={`font-mono text-xs ${oneLine ? 'block max-w-full truncate' : 'break-all'}`}
      title={oneLine ? defang(url) : undefined}
    >
      {defang(url)}
    </bdi>
  )
}
