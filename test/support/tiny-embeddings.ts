import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where a word lies: one number for each direction. */
export type Words = Readonly<Record<string, readonly number[]>>

const UNKNOWN = '[UNK]'
const SPECIAL = ['[PAD]', UNKNOWN, '[CLS]', '[SEP]']
const FLOAT = 1
const INT64 = 7

/**
 * Writes an embedding model as operators bring them, `model.onnx` and `tokenizer.json`, that knows these words alone: the point of a
 * word is the one given, of any other word nowhere. `asks` are the names of its inputs.
 */
export function writeTinyEmbeddings(
  folder: string,
  words: Words,
  asks: readonly string[] = ['input_ids', 'attention_mask'],
): void {
  const vocabulary = [...SPECIAL, ...Object.keys(words)]
  const size = Object.values(words)[0]?.length ?? 1
  const table = vocabulary.flatMap((word) => [...(words[word] ?? new Array<number>(size).fill(0))])
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'model.onnx'), modelOf(table, size, asks))
  writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify(tokenizerOf(vocabulary)))
}

function tokenizerOf(vocabulary: readonly string[]) {
  const added = SPECIAL.map((content, id) => ({
    id,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  }))
  const special = (id: string) => ({ SpecialToken: { id, type_id: 0 } })
  const specialToken = (id: string) => ({ id, ids: [SPECIAL.indexOf(id)], tokens: [id] })
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: added,
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [special('[CLS]'), { Sequence: { id: 'A', type_id: 0 } }, special('[SEP]')],
      pair: [],
      special_tokens: { '[CLS]': specialToken('[CLS]'), '[SEP]': specialToken('[SEP]') },
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: UNKNOWN,
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(vocabulary.map((word, id) => [word, id])),
    },
  }
}

/** One `Gather` over a table of points, in the bytes of onnx.proto: field numbers are those of its messages. */
function modelOf(table: readonly number[], size: number, asks: readonly string[]): Buffer {
  const floats = Buffer.from(Float32Array.from(table).buffer)
  const graph = message(
    field(1, node('Gather', ['table', 'input_ids'], ['last_hidden_state'])),
    field(2, 'tiny'),
    field(
      5,
      message(
        field(1, table.length / size),
        field(1, size),
        field(2, FLOAT),
        field(8, 'table'),
        field(9, floats),
      ),
    ),
    ...asks.map((name) => field(11, tensor(name, INT64, ['batch', 'tokens']))),
    field(12, tensor('last_hidden_state', FLOAT, ['batch', 'tokens', size])),
  )
  return message(field(1, 8), field(7, graph), field(8, message(field(1, ''), field(2, 13))))
}

function node(type: string, inputs: string[], outputs: string[]): Buffer {
  return message(
    ...inputs.map((name) => field(1, name)),
    ...outputs.map((name) => field(2, name)),
    field(4, type),
  )
}

function tensor(name: string, type: number, shape: (string | number)[]): Buffer {
  const sizes = shape.map((each) => field(1, message(field(typeof each === 'number' ? 1 : 2, each))))
  return message(
    field(1, name),
    field(2, message(field(1, message(field(1, type), field(2, message(...sizes)))))),
  )
}

function message(...fields: Buffer[]): Buffer {
  return Buffer.concat(fields)
}

function field(number: number, value: number | string | Buffer): Buffer {
  if (typeof value === 'number') return Buffer.concat([varint(number << 3), varint(value)])
  const bytes = Buffer.from(value)
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes])
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80)
  return Buffer.from([...bytes, rest])
}
