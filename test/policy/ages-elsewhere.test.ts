import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'

/** A child's age in the first person is met in languages, too, of which the rules know nothing else. */
function isClaimed(text: string): boolean {
  return evaluate(pack, exampleEvidence(text)).some(({ code }) => code === 'minor_age_claim')
}

describe('an age in a language that is not covered', () => {
  for (const text of [
    'Olen 15-vuotias',
    'Olen 15-vuotias tyttö Tampereelta',
    'Jeg er 15 år gammel',
    'Jeg er 15 år og går i skole',
    'Mám 15 let',
    'Je mi 15 let',
    'Mám 15 rokov',
    '15 éves vagyok',
    'На 15 години съм',
    'Имам 15 години',
    'Imam 15 godina',
    'Имам 15 година',
    'Stara sem 15 let',
    'Olen 15-aastane',
    'Man 15 metų',
    'Man ir 15 gadi',
    'Tinc 15 anys',
    '15 urte ditut',
    'Teño 15 anos',
    'Jam 15 vjeç',
    'Ek is 15',
    'Nina miaka 15',
    'Mənim 15 yaşım var',
    'Мен 15 жастамын',
    '15 taong gulang ako',
    'من ۱۵ سالمه',
    'میری عمر 15 سال ہے',
    'আমার বয়স ১৫ বছর',
    'எனக்கு 15 வயது',
    'నాకు 15 సంవత్సరాలు',
    'माझे वय १५ आहे',
    'എനിക്ക് 15 വയസ്സ്',
    'મારી ઉંમર ૧૫ વર્ષ છે',
    'ਮੇਰੀ ਉਮਰ 15 ਸਾਲ ਹੈ',
    'ನನಗೆ 15 ವರ್ಷ',
    '15 წლის ვარ',
    'Ես 15 տարեկան եմ',
    'Ég er 15 ára',
  ])
    it(`is met: ${text}`, () => assert.ok(isClaimed(text)))

  for (const text of [
    'Mám 15 let praxe',
    'Imam 15 godina iskustva',
    'Имам 15 години опит',
    'Na 15 godina od mora',
    'Jeg er 15 år i bransjen',
    'Tinc 15 anys d’experiència',
    'Olen 35-vuotias',
    'Mám 35 let',
    '45 éves vagyok',
    'На 45 години съм',
    'Naša firma má 15 let',
    'Moja kćer ima 15 godina',
    'Poikani on 15-vuotias',
    'A lányom 15 éves',
    'Дъщеря ми е на 15 години',
  ])
    it(`is no child’s: ${text}`, () => assert.ok(!isClaimed(text)))
})
