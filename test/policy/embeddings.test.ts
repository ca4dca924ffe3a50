import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { readCreators } from '../../scripts/eval.ts'
import { type Embedder, openEmbedder } from '../../src/embeddings/open-embedder.ts'
import { InvalidInput } from '../../src/errors.ts'
import { judge, type Matter } from '../../src/pipeline/judge/judge.ts'
import { knownTexts, type OpenedSense, openSense } from '../../src/pipeline/judge/open-sense.ts'
import { startJudging } from '../../src/pipeline/judge/start-judging.ts'
import { NO_CHANGES } from '../../src/policy/pack/adapt-pack.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { normaliseText } from '../../src/policy/text/text-views.ts'
import { PROGRAM } from '../support/program.ts'
import { type Words, writeTinyEmbeddings } from '../support/tiny-embeddings.ts'
import { pack } from './built-in-pack.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const EXTRA = join(ROOT, 'extras', 'embeddings')
const TEMPORARY = mkdtempSync(join(tmpdir(), 'toscan-embeddings-'))
const TELLING = { model: join(TEMPORARY, 'telling'), extra: EXTRA }
const BLIND = { model: join(TEMPORARY, 'blind'), extra: EXTRA }

const COVERAGE: Matter['coverage'] = {
  mode: 'deep',
  score: 1,
  steps: [],
  steps_completed: [],
  steps_skipped: [],
  steps_failed: [],
  urls_visited: 1,
  urls_failed: 0,
  failed_urls: [],
  login_blocked_urls: [],
  bot_blocked_urls: [],
  referrer_matches: { total: 0, by_domain: {} },
  pages_truncated: false,
}

const MATTERS = readCreators(pack)
  .filter(({ file }) => file.startsWith('unseen-ninth'))
  .filter((_, i) => i % 12 === 0)
  .map(({ creator, text }): Matter => matterOf(creator ?? text ?? ''))

before(async () => {
  // What `npm run embeddings` does.
  if (!existsSync(join(EXTRA, 'node_modules', 'onnxruntime-node')))
    await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--prefix', EXTRA], { cwd: ROOT })
  const words = tellingWords()
  writeTinyEmbeddings(TELLING.model, words)
  writeTinyEmbeddings(BLIND.model, Object.fromEntries(Object.keys(words).map((word) => [word, [1, 0]])))
})
after(() => rmSync(TEMPORARY, { recursive: true }))

/** A word of the known texts lies where the codes of these texts are: such a model tells codes apart by words alone. */
function tellingWords(): Words {
  const known = knownTexts(pack)
  const codes = [...new Set(known.map(({ code }) => code))]
  const words: Record<string, number[]> = {}
  for (const { text, code } of known)
    for (const word of normaliseText(text).match(/\p{L}+/gu) ?? []) {
      const at = codes.indexOf(code)
      words[word] ??= codes.map(() => 0)
      words[word][at] = (words[word][at] ?? 0) + 1
    }
  return words
}

function matterOf(example: Parameters<typeof exampleEvidence>[0]): Matter {
  return { ...exampleEvidence(example), coverage: COVERAGE, planned: [], consultation: null }
}

describe('an embedding model of an operator', () => {
  const folder = join(TEMPORARY, 'words')
  let embedder: Embedder
  before(async () => {
    writeTinyEmbeddings(folder, { sea: [4, 0], land: [0, 3] })
    embedder = await openEmbedder({ model: folder, extra: EXTRA })
  })
  after(() => embedder.close())

  it('puts a text where its words are in the mean, one away from the origin', async () => {
    assert.deepEqual([...(await embedder.embed('sea'))], [1, 0])
    assert.deepEqual([...(await embedder.embed('Sea, land!'))], [...Float32Array.of(0.8, 0.6)])
  })

  it('puts a text of which it knows nothing at the origin', async () => {
    assert.deepEqual([...(await embedder.embed('wind'))], [0, 0])
    assert.deepEqual([...(await embedder.embed(''))], [0, 0])
  })

  it('reads a long text from its beginning', async () => {
    assert.deepEqual([...(await embedder.embed(`${'sea '.repeat(400)} ${'land '.repeat(400)}`))], [1, 0])
  })

  it('may ask for the types of tokens too, or for none but the tokens', async () => {
    for (const asks of [['input_ids', 'token_type_ids', 'attention_mask'], ['input_ids']]) {
      const model = join(TEMPORARY, asks.join('-'))
      writeTinyEmbeddings(model, { sea: [4, 0], land: [0, 3] }, asks)
      const other = await openEmbedder({ model, extra: EXTRA })
      assert.deepEqual([...(await other.embed('land'))], [0, 1])
      await other.close()
    }
  })

  it('is refused with what to do where something is missing or cannot be run', async () => {
    const refusal = (model: string, extra: string, message: RegExp) =>
      assert.rejects(openEmbedder({ model, extra }), (error) => {
        assert.ok(error instanceof InvalidInput)
        assert.match(error.message, message)
        return true
      })
    await refusal(TEMPORARY, EXTRA, /^TOSCAN_EMBEDDINGS_DIR: .* holds no model\.onnx\.$/)
    await refusal(folder, TEMPORARY, /is not installed. Install it with: npm run embeddings$/)
    const odd = join(TEMPORARY, 'odd')
    writeTinyEmbeddings(odd, { sea: [1] }, ['input_ids', 'pixel_values'])
    await refusal(odd, EXTRA, /cannot be run: it asks for input_ids, pixel_values$/)
    writeFileSync(join(odd, 'model.onnx'), 'no model')
    await refusal(odd, EXTRA, /odd cannot be run: /)
  })
})

describe('a scan that an embedding model is heard about', () => {
  let sense: OpenedSense
  before(async () => {
    sense = await openSense(pack, TELLING)
  })
  after(() => sense.close())

  const hear = (matter: Matter) => sense.hear((heard) => judge(pack, matter, heard))

  it('is judged alike each time, here and in the judging thread, and says where the model had a part', async () => {
    assert.ok(Object.values(sense.measured.codes).every(({ weight }) => weight > 0.5))
    const judging = startJudging(pack, { embedder: TELLING })
    try {
      assert.deepEqual(await judging.ready(), {
        codes: sense.measured.codes,
        languages: sense.measured.languages,
      })
      let parts = 0
      for (const matter of MATTERS) {
        const given = await hear(matter)
        assert.equal(JSON.stringify(await hear(matter)), JSON.stringify(given))
        const there = await judging.judge(NO_CHANGES, matter, AbortSignal.timeout(60_000))
        assert.equal(JSON.stringify(there), JSON.stringify(given))
        parts += given.findings.filter(({ resembles }) => resembles?.embedding).length
      }
      assert.ok(parts > 5, `${parts}`)
    } finally {
      await judging.close()
    }
  })

  it('has a few passages read, however many it holds', async () => {
    const wordings = Object.values(pack.wordings).flatMap((all) => all.map(({ text }) => text))
    const calls = new Set<string>()
    await sense.hear((heard) => {
      for (const text of wordings) {
        if (heard.shiftOf(text, 'drug_sale', 'en') !== 0) calls.add(text)
      }
    })
    assert.ok(calls.size > 0 && calls.size <= 24, `${calls.size}`)
  })
})

describe('the judging thread', () => {
  it('does not start with one that cannot be run', async () => {
    const judging = startJudging(pack, { embedder: { model: TEMPORARY, extra: EXTRA } })
    await assert.rejects(judging.ready(), InvalidInput)
    await judging.close()
  })
})

describe('toscan with TOSCAN_EMBEDDINGS_DIR', () => {
  async function toscan(args: string[], folder: string, input = '') {
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      env: { PATH: process.env.PATH, TOSCAN_EMBEDDINGS_DIR: folder },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    child.stdin.end(input)
    const [out, err, code] = await Promise.all([
      textOf(child.stdout),
      textOf(child.stderr),
      new Promise<number | null>((resolve) => child.once('close', resolve)),
    ])
    return { out, err, code }
  }

  it('says what a model is worth, and that one which tells nothing apart is not heard', async () => {
    const { out, code } = await toscan(['policy', 'embeddings'], BLIND.model)
    assert.equal(code, 0)
    assert.match(out, /^drug_sale +40 +0\.50 +0\.00$/m)
    assert.match(out, /tells nothing apart better than chance, and is not heard\./)
  })

  it('starts no worker where the model is missing', async () => {
    const { err, code } = await toscan(['serve', '--role', 'worker'], TEMPORARY)
    assert.notEqual(code, 0)
    assert.match(err, /TOSCAN_EMBEDDINGS_DIR: .* holds no model\.onnx/)
  })
})
