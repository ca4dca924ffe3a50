import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createPictureReader, type PictureReader } from '../../src/pictures/create-picture-reader.ts'
import { pictureSize } from '../../src/pictures/picture-size.ts'
import { isSamePicture } from '../../src/pipeline/collect/same-picture.ts'
import { asWebp, bombPicture, greyPicture, hillPicture, qrPicture, underCanvas } from './draw.ts'

describe('a picture', () => {
  let reader: PictureReader
  before(() => {
    reader = createPictureReader()
  })
  after(() => reader.close())
  const reasonOf = async (bytes: Uint8Array) => {
    const reading = await reader.readPicture(bytes)
    return reading.ok ? reading.codes : reading.reason
  }

  it('says what its QR code says, whatever the letters', async () => {
    for (const text of ['https://escorts.example/mara', 'Telefon: +49 30 901820 – Müller ☎'])
      assert.deepEqual(await reasonOf(await qrPicture(text)), [text])
  })

  it('without a code says nothing', async () => {
    assert.deepEqual(await reasonOf(greyPicture(200, 200)), [])
  })

  it('is read beside others, each as itself', async () => {
    const texts = Array.from({ length: 12 }, (_, index) => `picture ${index}`)
    const readings = await Promise.all(texts.map(async (text) => reader.readPicture(await qrPicture(text))))
    assert.deepEqual(
      readings.map((reading) => reading.ok && reading.codes),
      texts.map((text) => [text]),
    )
  })

  it('looks like itself when it is saved anew, and like no other', async () => {
    const hashes = await Promise.all(
      [
        hillPicture(1, 'png'),
        hillPicture(1, 85),
        hillPicture(1, 30),
        hillPicture(2, 85),
        hillPicture(5, 85),
      ].map(async (bytes) => {
        const reading = await reader.readPicture(bytes)
        return reading.ok && reading.hash ? reading.hash : assert.fail('no hash')
      }),
    )
    const [first = ''] = hashes
    assert.match(first, /^[0-9a-f]{64}$/)
    assert.deepEqual(
      hashes.map((hash) => isSamePicture(first, hash)),
      [true, true, true, false, false],
    )
  })

  it('of a plain surface looks like nothing', async () => {
    const reading = await reader.readPicture(greyPicture(200, 200))
    assert.equal(reading.ok && reading.hash, null)
  })

  it('that states more pixels than we decode is not decoded', async () => {
    assert.equal(await reasonOf(bombPicture(100_000, 100_000, 1)), 'too_large')
  })

  it('that unpacks to more than it states is given up before it does', async () => {
    const bomb = bombPicture(10, 10, 1024)
    assert.ok(bomb.length < 2 * 1024 * 1024)
    const before = process.memoryUsage.rss()
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss())
    }, 5)
    assert.equal(await reasonOf(bomb), 'unreadable')
    clearInterval(watch)
    const grown = (most - before) / 1024 / 1024
    assert.ok(grown < 100, `${grown} MiB`)
  })

  it('that is broken, is no picture or is of another kind is told apart', async () => {
    const whole = await qrPicture('whole')
    assert.equal(await reasonOf(whole.subarray(0, 60)), 'unreadable')
    assert.equal(await reasonOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), 'not_a_picture')
    assert.equal(await reasonOf(Buffer.alloc(0)), 'not_a_picture')
    const empty = Buffer.from('RIFF\x24\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x2b\x01\0\xc7\0\0', 'latin1')
    assert.deepEqual(pictureSize(empty), { type: 'webp', width: 300, height: 200 })
    assert.equal(await reasonOf(empty), 'unreadable')
    const webp = await asWebp(whole, 'lossless')
    assert.equal(await reasonOf(webp.subarray(0, webp.length / 2)), 'unreadable')
  })

  it('is read as WebP, too', async () => {
    const code = await qrPicture('https://escorts.example/mara')
    assert.deepEqual(await reasonOf(await asWebp(code, 'lossless')), ['https://escorts.example/mara'])
    assert.deepEqual(await reasonOf(await asWebp(code, 60)), ['https://escorts.example/mara'])
    const [png, webp] = await Promise.all(
      [hillPicture(1, 'png'), await asWebp(hillPicture(1, 'png'), 60)].map((bytes) =>
        reader.readPicture(bytes),
      ),
    )
    assert.ok(png?.ok && webp?.ok && png.hash && webp.hash)
    assert.ok(isSamePicture(png.hash, webp.hash))
  })

  it('that says it is small and holds a large WebP is not decoded', async () => {
    const code = await asWebp(await qrPicture('inside'), 'lossless')
    const { width, height } = pictureSize(code) ?? assert.fail('no size')
    assert.deepEqual(await reasonOf(underCanvas(code, width, height)), ['inside'])
    const large = await asWebp(greyPicture(4000, 3000), 'lossless')
    assert.equal(await reasonOf(large), 'too_large')
    assert.equal(await reasonOf(underCanvas(large, 100, 100)), 'unreadable')
  })

  it('that takes too long costs its thread, and the next one is read', async () => {
    const hasty = createPictureReader({ killMs: 0 })
    try {
      const reading = await hasty.readPicture(greyPicture(2800, 2800))
      assert.deepEqual(reading, { ok: false, reason: 'timeout' })
    } finally {
      await hasty.close()
    }
    assert.deepEqual(await reasonOf(await qrPicture('next')), ['next'])
  })
})

describe('the head of a picture', () => {
  it('states its type and pixels', () => {
    assert.deepEqual(pictureSize(greyPicture(30, 20)), { type: 'png', width: 30, height: 20 })
    const gif = Buffer.from('GIF89a\x1e\0\x14\0\0\0\0', 'latin1')
    assert.deepEqual(pictureSize(gif), { type: 'gif', width: 30, height: 20 })
    const jpeg = Buffer.from('ffd8ffe000044a46ffc0000b080014001e0101110000', 'hex')
    assert.deepEqual(pictureSize(jpeg), { type: 'jpeg', width: 30, height: 20 })
  })

  it('may be anything without harm', () => {
    const jpeg = Buffer.from('ffd8ffe00000ffffffff', 'hex')
    for (const bytes of [
      jpeg,
      jpeg.subarray(0, 5),
      Buffer.from('RIFF0000WEBPVP8?'.padEnd(40)),
      Buffer.from('GIF89a'),
    ])
      assert.equal(pictureSize(bytes), null)
  })
})
