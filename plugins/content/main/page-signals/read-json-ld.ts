import { attr, ELEMENT, findAll, type Tree } from '../../tree/index.ts'
import { addWords } from '../words/hash.ts'

/** Types of schema.org, grouped by what they tell about the page. */
const types = [
  /^(?:news|blog|report|tech|scholarly|opinion|live|analysis|review)?(?:article|posting|newsarticle|blogposting)$/i,
  /^(?:product|productgroup|offer|aggregateoffer|individualproduct)$/i,
  /^(?:itemlist|collectionpage|offercatalog|searchresultspage)$/i,
  /^(?:discussionforumposting|qapage|comment|question|answer)$/i,
  /^(?:faqpage)$/i,
  /^(?:service|localbusiness|professionalservice|organization|softwareapplication)$/i,
  /^(?:recipe|event|course|book|movie|videoobject|howto)$/i,
  /^(?:review|aggregaterating)$/i,
  /^(?:person|profilepage)$/i,
  /^(?:blog|webpage|website)$/i,
]

/** The index of articles among the types. */
export const ARTICLE = 0

/** The most scripts that are read, and the most characters of one. */
const MAX_SCRIPTS = 30
const MAX_SCRIPT_LENGTH = 400_000
/** The most words that are read of one text, and of all. */
const MAX_WORDS_OF_TEXT = 400
const MAX_WORDS = 1000
/** The most types that are read; long lists name the same one again and again. */
const MAX_TYPES = 2000
/** The most prices that are kept. */
const MAX_PRICES = 20

/**
 * What JSON-LD describes, how often each of `types` occurs, and which prices it gives. The scripts are searched, not
 * parsed, because broken ones tell as much.
 */
export const readJsonLd = (tree: Tree) => {
  const described = new Set<number>()
  const prices = new Set<string>()
  const said = new Array<number>(types.length).fill(0)
  let scripts = 0
  let seen = 0
  for (const script of findAll(tree, tree.html, 'script')) {
    if (!/ld\+json/i.test(attr(script, 'type') ?? '') || ++scripts > MAX_SCRIPTS) continue
    const { first } = script
    if (first === null || first.kind === ELEMENT || first.data.length > MAX_SCRIPT_LENGTH) continue
    for (const [, type] of first.data.matchAll(/"@type"\s*:\s*(?:\[\s*)?"([A-Za-z]{1,40})"/g)) {
      if (++seen > MAX_TYPES) break
      for (let at = 0; at < types.length; at++) if (types[at]!.test(type!)) said[at]!++
    }
    for (const [, text] of first.data.matchAll(/"(?:description|name|headline)"\s*:\s*"((?:[^"\\]|\\.){4,3000})"/g)) {
      if (described.size >= MAX_WORDS) break
      addWords(described, text!, MAX_WORDS_OF_TEXT)
    }
    for (const [, price] of first.data.matchAll(/"(?:price|lowPrice)"\s*:\s*"?(\d{1,9}(?:\.\d{1,2})?)(?!\.?\d)/g)) {
      if (prices.size >= MAX_PRICES) break
      prices.add(price!)
    }
  }
  return { described, types: said, prices }
}
