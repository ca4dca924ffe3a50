import assert from 'node:assert/strict'
import { it } from 'node:test'
import { verdicts, writtenVerdicts } from '../../scripts/verdicts.ts'
import { pack } from './built-in-pack.ts'

it('every text of ours is judged as it was when `npm run verdicts` last wrote down how', () => {
  assert.deepEqual(
    verdicts(pack),
    writtenVerdicts(),
    'a verdict, a quote or what is masked has changed. Where that is meant: `npm run eval`, look at it, then `npm run verdicts`, and commit test/policy/verdicts.txt',
  )
})
