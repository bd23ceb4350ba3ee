import { attr, ELEMENT, findAll, type Tree, tagOf } from '../tree/index.ts'
import {
  type Blocks,
  COMMON,
  CURRENCIES,
  FIELDS,
  HEADINGS,
  IMAGES,
  LINKED,
  MARKED,
  NUMBERS,
  ONE,
  PROSE,
  PROSE_WORDS,
  QUESTIONS,
  STATS,
  STOPS,
  WORDS,
} from './blocks.ts'
import { wordsOf } from './hash.ts'
import { KINDS } from './names.ts'
import type { Regions } from './regions.ts'

/** What a page says of itself beside its text. */
export interface PageClaims {
  /** Words of its title, of its description, and of what its JSON-LD describes. */
  title: ReadonlySet<number>
  description: ReadonlySet<number>
  described: ReadonlySet<number>
  numbers: readonly number[]
}

/** Types of schema.org that pages give, by what they tell of the page. */
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
const addresses = [
  /\/(?:products?|p|item|dp|pd|prod|shop)\//,
  /\/(?:collections?|category|categories|c|cat|shop|store|b|browse)(?:\/|$)/,
  /\/(?:blog|news|article|articles|story|posts?|\d{4}\/\d{1,2})\//,
  /(?:forums?|threads?|topics?|community|discussions?|questions|viewtopic|showthread|\/t\/|\/r\/)/,
  /(?:docs?|documentation|api|reference|manual|guide|wiki|learn|tutorial)/,
  /(?:services?|solutions?|pricing|about|plans|features|industries)/,
  /(?:tag|tags|archive|page|topics|author|search|latest|index)(?:\/|$|\.)/,
  /\.html?$/,
]
/** What makers of sites call the body of a page of some sort. */
const bodies = [
  /(?:^|[\s_-])(?:single|single-post|post-template|article|story|entry)(?:$|[\s_-])/i,
  /(?:^|[\s_-])(?:archive|blog|category|index|listing|list|home|front-page|search|tag)(?:$|[\s_-])/i,
  /(?:^|[\s_-])(?:product|pdp|single-product|product-page|template-product)(?:$|[\s_-])/i,
  /(?:^|[\s_-])(?:collection|plp|shop|store|catalog|template-collection)(?:$|[\s_-])/i,
  /(?:^|[\s_-])(?:forum|topic|thread|question|discussion|viewtopic|phpbb|vbulletin)/i,
  /(?:^|[\s_-])(?:page-template|landing|service|services|page)(?:$|[\s_-])/i,
]
const MOST_SCRIPTS = 30
const LONGEST_NAMING = 2000
const MOST_SCRIPT = 400_000

const counted = [
  'p',
  'li',
  'pre',
  'form',
  'img',
  'h1',
  'h2',
  'h3',
  'h4',
  'article',
  'section',
  'tr',
  'input',
  'button',
  'iframe',
  'time',
  'blockquote',
  'code',
  'video',
  'select',
  'table',
  'dl',
  'nav',
  'aside',
  'main',
]

/** Reads a page's claims, and numbers of the whole page that tell what sort of page it is. */
export const readClaims = (tree: Tree, url: URL, blocks: Blocks, regions: Regions): PageClaims => {
  const { head, body, html } = tree
  const title = new Set<number>()
  const description = new Set<number>()
  const described = new Set<number>()
  const numbers: number[] = []
  let openGraph = 0
  for (let node = head.first; node !== null; node = node.next) {
    if (node.kind !== ELEMENT) continue
    if (node.name === 'title') {
      for (let text = node.first; text !== null; text = text.next) if (text.kind !== ELEMENT) add(title, text.data, 40)
    } else if (node.name === 'meta') {
      const name = (attr(node, 'property') ?? attr(node, 'name') ?? '').toLowerCase()
      const content = attr(node, 'content')
      if (content === null) continue
      if (name === 'og:title') add(title, content, 40)
      else if (name === 'description' || name === 'og:description') add(description, content, 120)
      else if (name === 'og:type')
        openGraph = content.startsWith('article')
          ? 1
          : content.startsWith('product') || content.includes('product')
            ? 2
            : content.startsWith('website')
              ? 3
              : 4
    }
  }
  const said = new Array<number>(types.length).fill(0)
  let scripts = 0
  for (const script of findAll(tree, html, 'script')) {
    if (!/ld\+json/i.test(attr(script, 'type') ?? '') || ++scripts > MOST_SCRIPTS) continue
    const first = script.first
    if (first === null || first.kind === ELEMENT || first.data.length > MOST_SCRIPT) continue
    for (const [, type] of first.data.matchAll(/"@type"\s*:\s*\[?\s*"([A-Za-z]{1,40})"/g)) {
      for (let at = 0; at < types.length; at++) if (types[at]!.test(type!)) said[at]!++
    }
    for (const [, text] of first.data.matchAll(/"(?:description|name|headline)"\s*:\s*"((?:[^"\\]|\\.){4,3000})"/g)) {
      if (described.size < 1000) add(described, text!, 400)
    }
  }
  const { count, stats } = blocks
  const { sums } = regions
  const all = (stat: number) => sums[count * STATS + stat]!
  const words = Math.max(1, all(WORDS))
  numbers.push(
    Math.log1p(words),
    Math.log1p(count),
    words / Math.max(1, count),
    all(LINKED) / words,
    all(PROSE_WORDS) / words,
    Math.log1p(all(PROSE)),
    all(STOPS) / words,
    all(QUESTIONS) / words,
    all(CURRENCIES) / Math.max(1, all(ONE)),
    all(NUMBERS) / words,
    all(MARKED) / words,
    all(HEADINGS) / Math.max(1, count),
    all(FIELDS) / Math.max(1, count),
    all(IMAGES) / Math.max(1, count),
    all(COMMON) / words,
    openGraph,
  )
  for (const name of counted) numbers.push(Math.log1p(tree.counts[tagOf(name).code]!))
  for (const times of said) numbers.push(Math.min(times, 3))
  const path = url.pathname.toLowerCase()
  const segments = path.split('/').filter(Boolean)
  const last = segments.at(-1) ?? ''
  numbers.push(
    segments.length,
    last.length,
    (last.match(/-/g) ?? []).length,
    /\d{4,}/.test(path) ? 1 : 0,
    url.search.length > 1 ? 1 : 0,
  )
  const address = `${url.hostname.split('.').slice(0, -2).join('.')}${path}`
  for (const pattern of addresses) numbers.push(pattern.test(address) ? 1 : 0)
  const naming = `${attr(body, 'class') ?? ''} ${attr(body, 'id') ?? ''} ${attr(html, 'class') ?? ''}`.slice(
    0,
    LONGEST_NAMING,
  )
  for (const pattern of bodies) numbers.push(pattern.test(naming) ? 1 : 0)
  // How much of the page stands in what is named so.
  const named = new Float64Array(KINDS)
  let group = 0
  let grouped = 0
  let hidden = 0
  for (let i = 0; i < count; i++) {
    const held = stats[i * STATS + WORDS]!
    const holder = blocks.holder[i]!
    const kind = holder === body.id ? 0 : regions.kinds[holder]!
    for (let bit = 0; bit < KINDS; bit++) if ((kind & (1 << bit)) !== 0) named[bit]! += held
    if (holder !== body.id && regions.innerItem[holder]! >= 0) grouped += held
    hidden += blocks.hidden[i]! * held
  }
  for (const each of regions.groups)
    if (each.count >= 3 && each.blocks > each.count) group = Math.max(group, each.words)
  for (const each of named) numbers.push(each / words)
  numbers.push(group / words, grouped / words, hidden / words)
  return { title, description, described, numbers }
}

const add = (set: Set<number>, text: string, most: number) => {
  for (const word of wordsOf(text, most)) set.add(word)
}
