import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loadPlatforms } from '../platforms/index.ts'
import { phoneIn, webAddressOf } from './app-links.ts'

describe('links of apps', () => {
  for (const [app, platform, handle] of [
    ['tg://resolve?domain=lia_vermeer', 'telegram', 'lia_vermeer'],
    ['tg:resolve?domain=lia_vermeer&start=1', 'telegram', 'lia_vermeer'],
    ['whatsapp://send?phone=32470123456', 'whatsapp', '32470123456'],
    ['whatsapp://send/?text=Hi&phone=+32470123456', 'whatsapp', '32470123456'],
    ['instagram://user?username=lia.vermeer', 'instagram', 'lia.vermeer'],
    ['snapchat://add/liavermeer', 'snapchat', 'liavermeer'],
    ['twitter://user?screen_name=@liavermeer', 'x', 'liavermeer'],
    ['fb://profile/100012345678901', 'facebook', '100012345678901'],
    ['discord://-/invite/AbCd12', 'discord', 'AbCd12'],
    ['kik://users/liavermeer/profile', 'kik', 'liavermeer'],
    ['youtube://www.youtube.com/@liavermeer', 'youtube', 'liavermeer'],
  ] as const)
    it(`are those of their platform: ${app}`, async () => {
      const target = (await loadPlatforms()).recognise(webAddressOf(app))
      assert.equal(target?.platform, platform)
      assert.equal(target?.handle.replace(/^@/, ''), handle)
    })

  for (const address of [
    'https://tg.example/resolve?domain=lia',
    'tg://settings/privacy',
    'tg://resolve?domain=lia%2F..%2Fx',
    'whatsapp://send?text=Look',
    'mailto:lia@vermeer.example',
    'chrome://settings/',
  ])
    it(`are nobody's where they name nobody: ${address}`, () => {
      assert.equal(webAddressOf(address), address)
    })

  for (const address of [
    'tel:+32 470/12.34.56',
    'sms:+32470123456?body=Hi',
    'viber://chat?number=%2B32470123456',
  ])
    it(`tell the number that they call: ${address}`, () => {
      assert.equal(phoneIn(address), '+32470123456')
    })

  it('call no name', () => {
    assert.equal(phoneIn('skype:lia.vermeer?chat'), null)
    assert.equal(phoneIn('https://vermeer.example/tel:32470123456'), null)
  })
})
