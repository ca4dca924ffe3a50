import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../parse-html.ts'

const parse = (html: string) => parseHtml(html, 'https://quill.example/')
const SHOP = '<p>Ask for my other prints.</p><a href="https://shop.example/">Shop</a>'

/** What brings an element to light: how pages do it, and by what it is told. */
const REVEALED: Record<string, string> = {
  'the panel of a tab': `<button role="tab">Shop</button><div role="tabpanel" hidden>${SHOP}</div>`,
  'an element that a control names': `<button aria-controls="a b">Shop</button><p>or</p><div id="b" hidden>${SHOP}</div>`,
  'an element that a link leads to': `<a href="#m">Shop</a><p>or</p><div id="m" style="display:none">${SHOP}</div>`,
  'a dialog that a handler names': `<div id="m" style="display:none">${SHOP}</div><span onclick="toggle('m')">Shop</span>`,
  'a dialog of its own element': `<span onclick="m.showModal()">Shop</span><dialog id="m">${SHOP}</dialog>`,
  'an element that a script names': `<div id="m" hidden>${SHOP}</div><script>document.getElementById("m").hidden = false</script>`,
  'elements of a class that a script names': `<style>.p{display:none}</style><div class="p">${SHOP}</div><script>document.querySelectorAll('.p')</script>`,
  'what stands behind a button': `<style>.p{display:none}</style><button>Shop</button><div class="p">${SHOP}</div>`,
  'what stands behind a heading that is pressed': `<h3><span onclick="f(this)">Shop</span></h3><div hidden>${SHOP}</div>`,
  'what stands in an element that is pressed': `<div onclick="f(this)">Shop<div hidden>${SHOP}</div></div>`,
  'one of several slides': `<style>.s{display:none}.s.on{display:block}</style><div class="s">${SHOP}</div>`,
  'what a checkbox shows': `<style>.p{display:none}#c:checked~.p{display:block}</style><input type=checkbox id=c><div class="p">${SHOP}</div>`,
  'what an address shows': `<style>.p{display:none}.p:target{display:block}</style><div class="p" id="x">${SHOP}</div>`,
  'what fades in by its class': `<style>.r{opacity:0;transition:opacity 1s}</style><div class="r">${SHOP}</div>`,
  'what fades in by its style': `<div style="opacity:0;transform:translateY(9px)">${SHOP}</div>`,
  'what waits for a script': `<div x-show="open" style="display:none">${SHOP}</div>`,
  'what is found when it is looked for': `<div hidden="until-found">${SHOP}</div>`,
  'what is not read aloud': `<div aria-hidden="true">${SHOP}</div>`,
  'what React sends behind the page': `<div hidden id="S:1">${SHOP}</div><script>$RC("B:1","S:1")</script>`,
  'what Solid sends behind the page': `<template id="0-1-0">${SHOP}</template><script>$df("0-1-0")</script>`,
  'what an attribute of a framework hides for now': `<div data-wp-bind--hidden="!open" hidden>${SHOP}</div>`,
  'what a bound attribute hides for now': `<div :hidden="!open" hidden>${SHOP}</div>`,
  'a dialog in a tab': `<div role="tabpanel" hidden><a href="#m">x</a><div id="m" hidden>${SHOP}</div></div>`,
}

/** What nobody comes to see, or is not its owner's. */
const CONCEALED: Record<string, string> = {
  'an element that nothing names': `<div id="m" style="display:none">${SHOP}</div>`,
  'letters of no size behind a link to elsewhere': `<a href="/m">Shop</a><div style="font-size:0">${SHOP}</div>`,
  'what is transparent and stays so': `<div style="opacity:0">${SHOP}</div>`,
  'a dialog that asks for a password': `<a href="#m">Log in</a><p>or</p><div id="m" hidden>${SHOP}<input type="password"></div>`,
  'what lies in a template': `<button>Shop</button><template>${SHOP}</template>`,
  'what lies in what nobody sees': `<div id="n" hidden><a href="#m">x</a><div id="m" hidden>${SHOP}</div></div>`,
  'a question about cookies': `<a href="#m">x</a><div id="m" class="cookie-consent" hidden>${SHOP}</div>`,
}

describe('what is not seen at once', () => {
  for (const [name, html] of Object.entries(REVEALED))
    it(`comes to be seen: ${name}`, () => {
      const { text, revealedText, hiddenText, links } = parse(`<p>I print.</p>${html}`)
      assert.match(revealedText ?? '', /^(?:x\n)?Ask for my other prints\.\nShop$/)
      assert.ok(!text.includes('other prints') && !hiddenText.includes('other prints'))
      assert.equal(links.find(({ url }) => url === 'https://shop.example/')?.hidden, false)
    })

  for (const [name, html] of Object.entries(CONCEALED))
    it(`stays unseen: ${name}`, () => {
      const { revealedText, hiddenText, links } = parse(`<p>I print.</p>${html}`)
      assert.equal(revealedText, undefined)
      assert.match(hiddenText, /Ask for my other prints\.\nShop/)
      assert.equal(links.find(({ url }) => url === 'https://shop.example/')?.hidden, true)
    })

  it('is told of as many elements as a page has, and of more it says that it was cut', () => {
    const panels = (count: number, id: (index: number) => string) =>
      Array.from(
        { length: count },
        (_, index) =>
          `<a href="#${id(index)}">x</a><b id="${id(index)}" style="display:none">panel ${index} of mine</b>`,
      ).join('')
    const alike = parse(panels(5_000, () => 'm'))
    assert.match(alike.revealedText ?? '', /panel 4999 of mine$/)
    assert.equal(alike.truncated, false)
    assert.equal(parse(panels(1_001, (index) => `m${index}`)).truncated, true)
  })

  it('is never the whole page, which a script shows once it is there', () => {
    for (const start of [
      '<body style="opacity:0" onload="this.style.opacity=1">',
      '<style>body{display:none}.wait{visibility:hidden}</style><body class="wait">',
      '<html hidden><body>',
    ])
      assert.equal(parse(`${start}<p>I print harbours.</p>`).text, 'I print harbours.', start)
  })

  it('is no wall for what a dialog of it asks', () => {
    const page = parse(
      '<h1>Ida Quill</h1><button>Enter</button><div hidden>You must be 18 or older to enter.</div>',
    )
    assert.equal(page.text, 'Ida Quill\nEnter')
  })
})
