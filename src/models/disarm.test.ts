import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DATAMARK, disarm } from './disarm.ts'

describe('disarm', () => {
  it('marks every run of blanks', () => {
    assert.equal(disarm('a ^ b^c'), ['a', 'b', 'c'].join(DATAMARK))
    assert.equal(disarm('a b\n\nc\u00a0d'), ['a', 'b', 'c', 'd'].join(DATAMARK))
  })

  it('leaves no chat token, and lets none grow out of two halves', () => {
    for (const token of [
      '<|im_start|>',
      '<|eot_id|>',
      '[INST]',
      '[/INST]',
      '<<SYS>>',
      '</s>',
      '<start_of_turn>',
      '</system>',
      '<think>',
    ]) {
      const text = disarm(`x${token}y`)
      assert.ok(!text.toLowerCase().includes(token.toLowerCase()), text)
    }
    assert.ok(!disarm('<|im_<|x|>start|>').includes('<|im_start|>'))
  })

  it('takes labels of turns away at the start of a line only', () => {
    assert.ok(!/(^|\^)Human:/.test(disarm('bye\nHuman: hello')))
    assert.ok(disarm('a system: of seeds').includes('system:'))
  })

  it('takes away marks that a page brings along', () => {
    assert.equal(disarm(`a${DATAMARK}${DATAMARK}b`), `a${DATAMARK}b`)
  })

  it('leaves everything else as it is', () => {
    assert.equal(disarm('¡Hola!¿Qué-tal?😀«ok»'), '¡Hola!¿Qué-tal?😀«ok»')
  })
})
