import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { InvalidInput } from '../../src/errors.ts'
import { evaluate } from '../../src/policy/evaluate.ts'
import { isBare } from '../../src/policy/pack/bare-rules.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { loadPolicyPack } from '../../src/policy/pack/pack.ts'
import { ownClauseOf } from '../../src/policy/pack/rule-schema.ts'
import { normaliseText } from '../../src/policy/text/text-views.ts'
import { pack } from './built-in-pack.ts'

const builtIn = fileURLToPath(new URL('../../policies', import.meta.url))
const made: string[] = []

function operatorPack(files: Record<string, string>): string {
  const dir = mkdtempSync(join(tmpdir(), 'policy-'))
  made.push(dir)
  for (const folder of ['codes', 'lists', 'lexicons', 'platforms']) mkdirSync(join(dir, folder))
  for (const [path, text] of Object.entries(files)) writeFileSync(join(dir, path), text)
  return dir
}

after(() => {
  for (const dir of made) rmSync(dir, { recursive: true })
})

const CODES =
  'minor_age_claim minor_coded_terms age_identity_inconsistency nonconsent_claim deepfake_real_person sextortion_threat third_party_no_release privacy_doxxing escort_offer escort_directory_link meetup_hint trafficking_indicator third_party_managed prohibited_theme public_act drug_sale drug_promotion weapon_sale hate_speech extremism_support violence_threat self_harm_promotion scam_financial phishing_malware_link offplatform_payment offplatform_contact access_resale impersonation stolen_content leak_piracy spam_engagement link_cloaking evasion_obfuscation ban_evasion regulated_goods adult_link_restricted ai_persona_undisclosed prompt_injection_attempt profile_unavailable insufficient_coverage'.split(
    ' ',
  )

describe('the built-in pack', () => {
  it('has one file for every code of the contract, and no other', () => {
    assert.deepEqual(Object.keys(pack.codes), CODES.toSorted())
  })

  it('gives every content code six examples of both kinds', () => {
    for (const { id, family, examples } of Object.values(pack.codes)) {
      if (family === 'status') continue
      assert.ok(examples.hit.length >= 6 && examples.miss.length >= 6, id)
    }
  })

  it('has no rule on a bare word: every text rule asks for two things, for whole claims, or counts for little', () => {
    for (const code of Object.values(pack.codes)) {
      for (const rule of code.rules) {
        if (!('all' in rule)) continue
        const parts = rule.all.length + (rule.any.length > 0 ? 1 : 0)
        const isWhole = rule.all.every((group) =>
          (typeof group === 'string' ? [group] : group.any).every(
            (atom) => atom.startsWith('re.') || pack.lexicons[atom.slice(4)]?.whole,
          ),
        )
        const countsForLittle = isBare(rule, code.family) && rule.p <= pack.scoring.cap.bare
        // Its clause has a word of its author's beside it.
        const isInClause = ownClauseOf(rule) !== null
        assert.ok(parts >= 2 || isWhole || isInClause || countsForLittle, `${code.id}/${rule.id}`)
      }
    }
  })

  it('calls a lexicon whole only where each term is a phrase', () => {
    // Han, kana and Hangul say in four signs what takes two words elsewhere.
    const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u
    const twoWords = /[\p{L}\p{M}\p{N}*][\s'’-]+[\p{L}\p{N}]/u
    const wordsAlone = Object.values(pack.lexicons)
      .filter(({ whole }) => whole)
      .flatMap(({ id, terms }) => Object.values(terms).flatMap((list) => list.map((term) => ({ id, term }))))
      .filter(({ term }) => (dense.test(term) ? Array.from(term).length < 4 : !twoWords.test(term)))
    assert.deepEqual(wordsAlone, [])
  })

  it('excuses nothing by a word that any text of another language holds', () => {
    const excuses = new Set(
      Object.values(pack.codes)
        .flatMap(({ rules }) => rules.flatMap((rule) => ('all' in rule ? rule.none : [])))
        .map((atom) => atom.slice(4)),
    )
    const { third_person, policy_text } = pack.scoring.mitigations
    for (const name of [third_person, policy_text].flatMap(({ before, after }) => [...before, ...after]))
      excuses.add(name)
    // Normalising takes accents away: French tea and a Spanish pronoun are English and French articles then.
    const everywhere = new Set(
      'the a an of to in and or is it on at i you we he she they my your de la le les des du un une el los las en y que te me se es o e os as um uma do da der die das und ein ich il lo di et je tu on il et est ma mi mes su sur ne am im so na no'.split(
        ' ',
      ),
    )
    const found = [...excuses].flatMap((name) =>
      Object.values(pack.lexicons[name]?.terms ?? {})
        .flat()
        .filter((term) => everywhere.has(normaliseText(term)))
        .map((term) => `${name}: ${term}`),
    )
    assert.deepEqual(found, [])
  })

  it('says for each platform where and when its terms were read', () => {
    for (const platform of Object.values(pack.platforms))
      assert.ok(platform.source !== '' && platform.read_on !== '')
  })
})

describe('loadPolicyPack', () => {
  it('gives the same version for the same contents and another for others', () => {
    assert.equal(loadPolicyPack([builtIn]).version, pack.version)
    assert.match(pack.version, /^[0-9a-f]{12}$/)
    const dir = operatorPack({ 'lists/adult_hosts.txt': 'mine.example\n' })
    assert.notEqual(loadPolicyPack([builtIn, dir]).version, pack.version)
  })

  it("merges an operator's rules, terms and hosts over the built-in ones", () => {
    const dir = operatorPack({
      'codes/meetup_hint.yaml':
        'id: meetup_hint\nseverity: medium\nrules: [{id: own, p: .4, all: [lex.meet, lex.contact]}]\n',
      'lexicons/meet.yaml': 'id: meet\nnote: ours\nterms: {en: [rendezvous-word]}\n',
      'lists/adult_hosts.txt': 'mine.example # ours\n!fansly.com\n',
    })
    const merged = loadPolicyPack([builtIn, dir])
    assert.equal(merged.codes.meetup_hint?.severity, 'medium')
    assert.equal(merged.codes.meetup_hint?.rules.length, (pack.codes.meetup_hint?.rules.length ?? 0) + 1)
    assert.ok(merged.lexicons.meet?.terms.en?.includes('rendezvous-word'))
    assert.ok(merged.lists.adult_hosts?.includes('mine.example'))
    assert.ok(!merged.lists.adult_hosts?.includes('fansly.com'))
  })

  it("finds an operator's hashed terms and masks them", () => {
    const hash = createHash('sha256').update('placeholder term').digest('hex')
    const merged = loadPolicyPack([builtIn, operatorPack({ 'lists/minor_coded_terms.txt': `${hash}\n` })])
    const findings = evaluate(merged, exampleEvidence('a Plácehölder  TERM here'))
    assert.deepEqual(
      findings.map(({ code, quote }) => [code, quote]),
      [['minor_coded_terms', 'P*********r  T**M']],
    )
  })

  it('is refused where its folder, or one of lists, is not there', () => {
    const dir = operatorPack({ 'a-file': '' })
    for (const missing of [join(dir, 'nowhere'), join(dir, 'a-file')]) {
      const said = { message: `Policy pack: there is no folder ${missing}` }
      assert.throws(() => loadPolicyPack([builtIn, missing]), said)
      assert.throws(() => loadPolicyPack([builtIn], [missing]), said)
    }
  })

  it('shows own known wordings and own names of families', () => {
    const paraphrase = Object.values(pack.wordings)
      .flat()
      .find(({ text }) => evaluate(pack, exampleEvidence(text))[0]?.resembles?.families.includes('drugs'))
    const [known] = evaluate(pack, exampleEvidence(paraphrase?.text ?? assert.fail()))
    const files = {
      'wordings.yaml': `${known?.code}: [{language: en, text: "a wording of our own"}]\n`,
      'family-names.yaml': 'drug: narcotics\n',
    }
    const merged = loadPolicyPack([builtIn, operatorPack(files)])
    const [found] = evaluate(merged, exampleEvidence(paraphrase?.text ?? ''))
    assert.equal(found?.resembles?.wording, 'a wording of our own')
    assert.equal(found.resembles.language, 'en')
    assert.ok(found.resembles.families.includes('narcotics'))
    assert.deepEqual([found.code, found.p], [known?.code, known?.p])
    assert.notEqual(merged.version, pack.version)
  })

  const faults: [string, string, string][] = [
    ['an unknown key', 'codes/meetup_hint.yaml', 'id: meetup_hint\nseverty: low\n'],
    [
      'an unknown lexicon',
      'codes/meetup_hint.yaml',
      'id: meetup_hint\nrules: [{id: x, p: .4, all: [lex.nothing, lex.meet]}]\n',
    ],
    [
      'an unknown list',
      'codes/meetup_hint.yaml',
      'id: meetup_hint\nrules: [{id: x, p: .4, host_in: [nothing]}]\n',
    ],
    ['an unsafe pattern', 'patterns.yaml', 'bad: "(a+)+"\n'],
    ['a star within a term', 'lexicons/meet.yaml', 'id: meet\nnote: ours\nterms: {en: ["own* word"]}\n'],
    ['a star within a word of a family', 'concepts.yaml', 'sell: {en: "sell*, own* word"}\n'],
    ['a known wording of no code', 'wordings.yaml', 'nothing: [{text: "ours"}]\n'],
    ['a known wording of minors', 'wordings.yaml', 'minor_age_claim: [{text: "ours"}]\n'],
    ['a known wording too long to be quoted', 'wordings.yaml', `drug_sale: [{text: "${'a'.repeat(161)}"}]\n`],
    ['a name of a family that is no words', 'family-names.yaml', 'sell: for_sale\n'],
    ['a file whose id is another', 'codes/meetup_hint.yaml', 'id: other\n'],
    ['something that is not YAML', 'codes/meetup_hint.yaml', 'id: [\n'],
  ]
  for (const [name, path, text] of faults) {
    it(`refuses ${name}`, () => {
      assert.throws(() => loadPolicyPack([builtIn, operatorPack({ [path]: text })]), InvalidInput)
    })
  }
})

describe('src/policy', () => {
  it('reads the disk where the pack and the tables of languages are read, and nowhere else', () => {
    const folder = new URL('../../src/policy/', import.meta.url)
    const impure = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .filter((file) => /node:fs|Date\.now|new Date\(\)/.test(readFileSync(new URL(file, folder), 'utf8')))
    assert.deepEqual(impure.sort(), [
      'kept/kept-file.ts',
      'kept/kept-tables.ts',
      'pack/pack.ts',
      'text/languages/language-identifier.ts',
    ])
  })
})
