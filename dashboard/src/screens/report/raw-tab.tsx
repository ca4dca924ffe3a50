import { showPlainly } from '../../text/show-plainly.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import type { Scan } from './scan.ts'

export function RawTab({ scan }: { scan: Scan }) {
  const text = JSON.stringify(scan, null, 2)
  return <CodeBlock label={`GET /api/v2/scans/${scan.profile_id}`} text={showPlainly(text)} copy={text} />
}
