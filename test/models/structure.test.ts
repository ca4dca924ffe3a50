import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Evidence } from '../../src/evidence/evidence.ts'
import { weighOpinion } from '../../src/pipeline/judge/weigh-opinion.ts'
import type { Finding } from '../../src/policy/finding.ts'
import { pack } from '../policy/built-in-pack.ts'
import { type Knowledge, type StandIn, startStandIn } from '../support/stand-in-models.ts'
import { answer, consult, page } from './ask-model.ts'
import { type ModelServer, startModelServer } from './model-server.ts'

const HERE = 'A mis veintitrés bailo por las mañanas'
const THERE = 'Ya paso de los cuarenta y sigo cosiendo'
const AGES = 'age_identity_inconsistency'

describe('a model that is asked about structure', () => {
  const second = (texts: Parameters<typeof page>[0], more: Partial<Evidence> = {}): Evidence =>
    page(texts, {
      ref: 'E2',
      url: 'https://other.example/ana',
      finalUrl: 'https://other.example/ana',
      hop: 1,
      binding: 'linked',
      via: 'E1',
      ...more,
    })
  const ages = [page({ bio: HERE }), second({ bio: THERE })]
  const link = (url: string) => ({ url, domain: new URL(url).hostname, label: 'me' })

  it('names two surfaces whose ages differ, and both quotes stand in the report', async () => {
    const findings = await said('knows', ages, {
      sentences: [
        { text: HERE, code: AGES },
        { text: THERE, code: AGES },
      ],
      links: [],
    })
    assert.deepEqual(
      findings.map(({ code, evidenceRef, quote, verified }) => [code, evidenceRef, quote, verified]),
      [
        [AGES, 'E1', HERE, true],
        [AGES, 'E2', THERE, true],
      ],
    )
  })

  it('has both ages read again together, and nothing else of their pages', async () => {
    const server = await startModelServer(() => ({
      say: answer([
        { code: AGES, quote: 'veintitrés' },
        { code: AGES, quote: 'de los cuarenta', evidence_ref: 'E2' },
      ]),
    }))
    await consult(server, ages)
    await server.close()
    assert.equal(server.confirmations.length, 1)
    const asked = server.confirmations[0]?.prompt.split('<<<')[1] ?? ''
    assert.match(asked, /"words":\["veintitrés","de\^los\^cuarenta"\]/)
    assert.ok(!asked.includes('bailo'))
  })

  it('points at words and addresses that hold the mark of blanks', async () => {
    const words = 'happy ^_^ menu of time, ask me'
    const url = 'https://ladies-of-porto.example/ana?a=^b'
    const findings = await said('knows', [page({ bio: words }, { links: [link(url)] })], {
      sentences: [{ text: words, code: 'escort_offer' }],
      links: [{ url, code: 'escort_directory_link' }],
    })
    assert.deepEqual(
      findings.map(({ quote }) => quote),
      [words, url],
    )
  })

  it('is not believed about one age alone, nor about one that it invents', async () => {
    const server = await startModelServer(() => ({
      say: answer([
        { code: AGES, quote: 'veintitrés' },
        { code: AGES, quote: 'cumplo treinta y seis', evidence_ref: 'E2' },
      ]),
    }))
    const { opinion } = await consult(server, ages)
    await server.close()
    assert.deepEqual(opinion?.passages, [])
    assert.deepEqual([opinion?.dropped.one_sided, opinion?.dropped.quote_not_found], [1, 1])
  })

  it('names a directory that no list knows, by the address that stands on the page', async () => {
    const url = 'https://ladies-of-porto.example/ana'
    const [finding, ...more] = await said('knows', [page({ bio: 'Hello' }, { links: [link(url)] })], {
      sentences: [],
      links: [{ url, code: 'escort_directory_link' }],
    })
    assert.deepEqual(more, [])
    assert.deepEqual(
      [finding?.code, finding?.url, finding?.binding, finding?.channel, finding?.rule],
      ['escort_directory_link', url, 'linked', 'link', 'model'],
    )
    assert.equal(finding?.tag, undefined)
  })

  it('cannot accuse of a link that is not there, nor of one that a stranger’s page shows', async () => {
    const url = 'https://ladies-of-porto.example/ana'
    const claim = (evidence_ref: string) => ({ code: 'escort_directory_link', quote: url, evidence_ref })
    const stranger = second(
      { page: 'A newspaper' },
      { links: [link(url)], facts: { publisher: 'The Gazette' }, handle: null },
    )
    const server = await startModelServer(() => ({ say: answer([claim('E1'), claim('E2')]) }))
    const evidence = [page({ bio: 'Hello' }), stranger]
    const consultation = await consult(server, evidence)
    await server.close()
    assert.equal(consultation.opinion?.dropped.quote_not_found, 1)
    assert.deepEqual(weighed(consultation, evidence), [])
  })

  it('may call a link hidden only where a disguise or a long way is a fact', async () => {
    const plain = second({ page: 'Twelve soups' })
    const veiled = second(
      { page: 'Twelve soups' },
      {
        ref: 'E3',
        url: 'https://go.example/x',
        finalUrl: 'https://end.example/',
        redirects: ['https://go.example/x', 'https://on.example/y'],
      },
    )
    const evidence = [page({ bio: 'Hello' }), plain, veiled]
    const server = await startModelServer(() => ({
      say: answer([
        { code: 'link_cloaking', quote: plain.url, evidence_ref: 'E2' },
        { code: 'link_cloaking', quote: 'https://on.example/y', evidence_ref: 'E3' },
      ]),
    }))
    const consultation = await consult(server, evidence)
    await server.close()
    assert.match(
      server.confirmations[1]?.prompt ?? '',
      /"way":\["https:\/\/go.example\/x","https:\/\/on.example\/y"/,
    )
    assert.deepEqual(
      weighed(consultation, evidence).map(({ evidenceRef, url }) => [evidenceRef, url]),
      [['E3', 'https://go.example/x']],
    )
  })

  it('says of an adult link how far it is, as the rule does', async () => {
    const url = 'https://velvet-room.example/ana'
    const own = page({ bio: 'Hello' }, { platform: 'instagram', links: [link(url)] })
    const knowledge = { sentences: [], links: [{ url, code: 'adult_link_restricted' }] }
    const [finding] = await said('knows', [own], knowledge)
    assert.deepEqual([finding?.tag, finding?.binding], ['hop0', 'own'])
    assert.deepEqual(await said('knows', [{ ...own, platform: 'onlyfans' }], knowledge), [])
  })

  it('weighs who somebody says to be against what the site states', async () => {
    const text = 'The one and only Corvin Hale, write me here'
    const server = await startModelServer(() => ({ say: answer([{ code: 'impersonation', quote: text }]) }))
    await consult(server, [page({ bio: text }, { facts: { verified: false, counts: { followers: 12 } } })])
    await server.close()
    assert.match(
      server.confirmations[0]?.prompt ?? '',
      /"account":\{"handle":"ana","verified":false,"followers":12\}/,
    )
  })

  it('finds words that hide from a search, which are found to do so by us', async () => {
    const text = 'Send one co\u200bin and get fi\u200bve back'
    const findings = await said('knows', [page({ bio: text })], {
      sentences: [{ text, code: 'scam_financial' }],
      links: [],
    })
    assert.deepEqual(
      findings.map(({ code, source }) => [code, source]),
      [
        ['scam_financial', 'model'],
        ['evasion_obfuscation', 'model'],
      ],
    )
  })

  async function said(kind: StandIn, evidence: Evidence[], knowledge: Knowledge): Promise<Finding[]> {
    const server: ModelServer = await startStandIn(kind, knowledge)
    try {
      return weighed(await consult(server, evidence), evidence)
    } finally {
      await server.close()
    }
  }

  function weighed(consultation: Awaited<ReturnType<typeof consult>>, evidence: Evidence[]): Finding[] {
    return weighOpinion(consultation, { evidence, ruleFindings: [], pack }).findings
  }
})
