import { readBody } from '../src/api/http/read-body.ts'
import { validate } from '../src/api/http/validate.ts'
import { batchRequest } from '../src/api/requests/scan-requests.ts'
import { type Row, round, timed } from './measure.ts'
import { sized } from './sized.ts'

const SIZES = sized([1, 2, 4, 8], [0.01])
const MIB = 1024 * 1024
const list = (items: number, item: (index: number) => string) =>
  Array.from({ length: items }, (_, i) => item(i))

/** Bodies that are made to take long, each of about so many MiB. */
const HOSTILE: Record<string, (mib: number) => string> = {
  'long invalid URLs': (mib) =>
    JSON.stringify({ profile_urls: list(sized(10_000, 100), (i) => `no ${i}${'x'.repeat(mib * 100)}`) }),
  'valid URLs': (mib) =>
    JSON.stringify({
      profile_urls: list(sized(10_000, 100), (i) => `https://ex.com/${i}${'x'.repeat(mib * 100)}`),
    }),
  'many members, then NaN': (mib) => `{${list(90_000 * mib, (i) => `"m${i}":0,`).join('')}"x":NaN}`,
  'a list of zeros': (mib) => `{"profile_urls":[${'0,'.repeat((mib * MIB) / 2)}0]}`,
  'an open string': (mib) => `{"a":"${'x'.repeat(mib * MIB)}`,
  'escaped quotes': (mib) => `{"a":"${'\\"'.repeat((mib * MIB) / 2)}"}`,
  blanks: (mib) => `${' '.repeat(mib * MIB)}x`,
  'one long number': (mib) => `{"profile_urls":${'1'.repeat(mib * MIB)}}`,
}

/** Reading and refusing bodies of 1, 2, 4 and 8 MiB, in milliseconds. */
export async function bodies(): Promise<Row[]> {
  const table: Row[] = []
  for (const [name, make] of Object.entries(HOSTILE)) {
    const row: Row = { body: name }
    for (const mib of SIZES) {
      const text = make(mib)
      const ours = await timed(async () => answerTo(Buffer.from(text)))
      const bare = await timed(async () => parsed(text))
      row[`${mib} MiB ms`] = round(ours.ms, 0)
      row[`bare ${mib}`] = round(bare.ms, 0)
    }
    table.push(row)
  }
  return table
}

function answerTo(bytes: Buffer): unknown {
  try {
    const body = readBody(bytes, 'application/json', { mayBeAbsent: false })
    validate(
      batchRequest(() => false),
      body.value,
      'body',
      body.exactAt,
    )
    return body.sourceOf('metadata')
  } catch (error) {
    return error
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return error
  }
}
