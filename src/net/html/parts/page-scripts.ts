import { maySay } from '../../../answers/said-in-code.ts'
import type { ParsedPage } from '../../../evidence/page.ts'
import { clip, LIMITS } from '../page-limits.ts'
import type { Attributes } from '../quick/quick-parser.ts'
import { carriesState, SCRIPT_TYPES } from './carries-state.ts'
import { jsonLdItems } from './json-ld.ts'
import { scriptTarget } from './page-redirect.ts'

/** What scripts carry and do, none of which is run. */
export interface PageScripts {
  /** Where one of them lies. */
  source(address: string | undefined): void
  read(text: string, type: string, attributes: Attributes): void
  /** The state of an application that stands in an attribute. */
  keepState(text: string): void
  /** Code that stands in an attribute. */
  keepCode(code: string): void
  told(page: string): Pick<ParsedPage, 'scripts' | 'jsonLd' | 'scriptRedirect' | 'truncated'> & {
    /** Scripts of the site's own may draw what is not there yet. */
    draws: boolean
    /** One of the page asks its own site for more, and shows it. */
    fetches: boolean
  }
}

export function createPageScripts({ heedScript }: { heedScript: (script: string) => void }): PageScripts {
  const scripts: ParsedPage['scripts'] = []
  const jsonLd: unknown[] = []
  const sources: string[] = []
  let letters = 0
  let states = 0
  /** Many elements do the same. */
  const codes = new Set<string>()
  let redirect: string | null = null
  let draws = false
  /** Where scripts get what they show. */
  const fetched = new Set<string>()
  let hides = false
  let truncated = false

  function keep(script: ParsedPage['scripts'][number]): void {
    if (scripts.length >= LIMITS.scripts || letters + script.text.length > LIMITS.allScriptLetters) {
      truncated = true
      return
    }
    letters += script.text.length
    scripts.push(script)
  }

  return {
    source(address) {
      if (address && CALLS_BACK.test(address)) fetched.add(address)
      if (address && sources.length < LIMITS.scriptSources) sources.push(address)
    },
    read(text, type, attributes) {
      if (/^application\/ld\+json(?:\s*;|$)/.test(type)) {
        const items = jsonLdItems(text)
        truncated ||= items.length > LIMITS.jsonLd - jsonLd.length
        jsonLd.push(...items.slice(0, LIMITS.jsonLd - jsonLd.length))
        return
      }
      const isRun = type === '' || SCRIPT_TYPES.has(type)
      if (isRun) {
        redirect ??= scriptTarget(text)
        heedScript(text)
        const isDrawing = DRAWS.test(text)
        draws ||= isDrawing
        if (isDrawing || ADDS.test(text)) for (const address of addressesFetched(text)) fetched.add(address)
        hides ||= HIDES.test(text) && DRAWS_BY_NAME.test(text)
      }
      if (carriesState(text, type, attributes.id) || (isRun && maySay(text)))
        keep({ id: clip(attributes.id ?? '', 200), type: clip(type, 100), text })
    },
    keepState(text) {
      if (states++ < LIMITS.attributeStates) keep({ id: '', type: 'application/json', text })
      else truncated = true
    },
    keepCode(code) {
      if (codes.has(code)) return
      if (codes.size < LIMITS.attributeCodes) keep({ id: '', type: '', text: code })
      else truncated = true
      codes.add(code)
    },
    told: (page) => ({
      scripts,
      jsonLd,
      scriptRedirect: redirect,
      draws: draws || sources.some((source) => isOfSite(source, page)),
      fetches: hides || [...fetched].some((address) => isOfSite(address, page)),
      truncated,
    }),
  }
}

const DRAWS =
  /\.(?:innerHTML|textContent|innerText)\s*\+?=|\b(?:createRoot|hydrateRoot|createApp)\(|\.\$?mount\(/

/** Other ways to put something onto a page, which code has many uses for. */
const ADDS =
  /\)\.load\(\s{0,9}["']|\.insertAdjacentHTML\(|\.append(?:Child)?\(|\.(?:html|prepend|replaceChildren)\(/
/**
 * Ways to ask for more as a page begins, by an address or its name. What is sent with `POST` is told, not asked, and jQuery's `get` and `ajax`
 * mostly wait for a press of a button.
 */
const FETCHES =
  /(?:\bfetch|\baxios(?:\.get)?|(?:\$|\bjQuery)\.getJSON|\)\.load)\(\s{0,9}(?:["'`]([^"'`\s]{1,500})["'`]|([A-Za-z_$][\w$]{0,60})\s{0,9}[,)])(?!\s{0,9},?\s{0,9}\{[^{}]{0,60}method["']?\s{0,9}:\s{0,9}["'`](?:POST|PUT))|\.open\(\s{0,9}["']GET["']\s{0,9},\s{0,9}["'`]([^"'`\s]{1,500})["'`]/gi
/** A script that is nothing but an answer, handed to a function of the page. */
const CALLS_BACK = /[?&](?:jsonp|(?:json)?callback)=[A-Za-z_$]/
/** What is read as it comes, or lies in a module or a thread of its own, of which the script shows what it is given. */
const LISTENS =
  /\bnew\s{1,9}(?:EventSource|WebSocket|(?:Shared)?Worker)\(\s{0,9}["'`]([^"'`\s]{1,500})["'`]|\bimport\s{0,9}\(\s{0,9}["'`]([^"'`\s]{1,500})["'`]|\bimport\s{1,9}[\w$*{][^"'`;()]{0,300}?\bfrom\s{0,9}["'`]([^"'`\s]{1,500})["'`]/g

function addressesFetched(script: string): string[] {
  const asked = [...script.matchAll(FETCHES)].flatMap(([, address, name, opened]) => {
    const written = address ?? opened
    return written !== undefined ? [written] : name !== undefined ? addressNamed(script, name) : []
  })
  const listened = [...script.matchAll(LISTENS)].flatMap(
    ([, source, module, named]) => source ?? module ?? named ?? [],
  )
  return [...asked, ...listened]
}

/** What a name stands for, where it is an address or a path. */
function addressNamed(script: string, name: string): string[] {
  const given = new RegExp(
    `[\\s,;({]${name.replaceAll('$', '\\$')}\\s{0,9}=\\s{0,9}["'\`]((?:https?:|\\.{0,2}/)[^"'\`\\s]{1,500})["'\`]`,
  )
  const address = given.exec(script)?.[1]
  return address === undefined ? [] : [address]
}

/** A script that nobody is to read: packed, or with its names made numbers and its texts taken apart. */
const HIDES =
  /\beval\(\s{0,9}function\s{0,9}\(\s{0,9}p\s{0,9},\s{0,9}a\s{0,9},\s{0,9}c\s{0,9},\s{0,9}k|\b_0x[\da-f]{3,6}\b/
/** It puts something onto the page all the same. */
const DRAWS_BY_NAME = /\b(?:innerHTML|textContent|innerText|createTextNode|insertAdjacentHTML)\b/

/** What counts visitors or shows advertisements comes from elsewhere. */
function isOfSite(source: string, page: string): boolean {
  const [script, own] = [URL.parse(source, page)?.hostname, URL.parse(page)?.hostname.replace(/^www\./, '')]
  return script !== undefined && own !== undefined && (script === own || script.endsWith(`.${own}`))
}
