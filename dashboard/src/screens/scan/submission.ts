import type { ScanMode } from '../../../../sdk/contract.ts'

/** What is about to be sent, as the interface takes it. */
export interface Submission {
  urls: string[]
  mode: ScanMode
  callbackUrl: string
  metadata: Record<string, unknown>
}

/** One profile goes to `/scan`, several to `/batch`. */
export function requestOf({ urls, mode, callbackUrl, metadata }: Submission) {
  const [first = ''] = urls
  return {
    path: `/api/v2/${urls.length > 1 ? 'batch' : 'scan'}/${mode}`,
    body: {
      ...(urls.length > 1 ? { profile_urls: urls } : { profile_url: first }),
      ...(callbackUrl && { callback_url: callbackUrl }),
      ...(Object.keys(metadata).length > 0 && { metadata }),
    },
  }
}

/** The same request for a shell; the key stays in the environment. */
export function asCurl(submission: Submission, origin: string): string {
  const { path, body } = requestOf(submission)
  return [
    `curl -X POST '${origin}${path}' \\`,
    `  -H "Authorization: Bearer $TOSCAN_API_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body, null, 2).replaceAll("'", `'\\''`)}'`,
  ].join('\n')
}

/** The same request with the client of this repository. */
export function asTypeScript(submission: Submission, origin: string): string {
  const { body } = requestOf(submission)
  const call = submission.urls.length > 1 ? 'batches.create' : 'scans.createAndWait'
  const argument = JSON.stringify({ ...body, scan_mode: submission.mode }, null, 2)
  return [
    `import { Toscan } from '@toscan/sdk'`,
    '',
    `const toscan = new Toscan({ baseUrl: ${JSON.stringify(origin)}, apiKey: process.env.TOSCAN_API_KEY })`,
    `const answer = await toscan.${call}(${argument})`,
    submission.urls.length > 1
      ? 'console.log(answer.batch_id, answer.skipped_urls)'
      : 'console.log(answer.triage_report)',
  ].join('\n')
}

/** An object, or what is wrong with the text. */
export function readMetadata(text: string): { metadata: Record<string, unknown> } | { problem: string } {
  if (text.trim() === '') return { metadata: {} }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { metadata: { ...value } }
    return { problem: 'Must be a JSON object, for example {"case": 7}' }
  } catch (error) {
    return { problem: `Is not JSON: ${error instanceof Error ? error.message : 'it cannot be read'}` }
  }
}
