import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mentionedIn } from './mentioned-in.ts'

const PEOPLE = [
  { user_id: 'nora', email: 'nora@example.org', name: 'Nora Lind' },
  { user_id: 'omar', email: 'o.said@example.org', name: 'Omar Said' },
  { user_id: 'other', email: 'o.said@example.com', name: 'Olga Said' },
]

describe('whom a comment mentions', () => {
  for (const [text, ids] of [
    ['@nora, is this yours?', ['nora']],
    ['Ask @Nora@example.org.', ['nora']],
    ['@noralind @OmarSaid', ['nora', 'omar']],
    ['@nora and @nora again', ['nora']],
    // Two people have it.
    ['@o.said', []],
    ['@o.said@example.com', ['other']],
    // An address in the text, and nobody of ours.
    ['write to nora@example.org or @stranger', []],
    ['@', []],
  ] as const)
    it(`${text} → ${ids.join(', ') || 'nobody'}`, () => assert.deepEqual(mentionedIn(text, PEOPLE), ids))
})
