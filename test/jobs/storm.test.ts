import { it } from 'node:test'
import { storm } from './storm.ts'

it('loses no scan and ends none twice while workers are killed at random (seed 4711)', async () => {
  await storm({ seed: 4711, blows: 4 })
})
