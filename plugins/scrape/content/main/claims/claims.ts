import { attr, ELEMENT, findAll, type Tree, tagOf } from '../../tree/index.ts'
import type { Blocks } from '../blocks/blocks.ts'
import {
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
} from '../blocks/stats.ts'
import { KINDS } from '../regions/names.ts'
import type { Regions } from '../regions/regions.ts'
import { wordsOf } from '../words/hash.ts'

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

/** Words of a title, of a description and of one text in JSON-LD that are read, and of all texts in JSON-LD. */
const MOST_WORDS = { title: 40, description: 120, text: 400, described: 1000 }
/** Types in JSON-LD that are looked at; long lists name the same one again and again. */
const MOST_TYPES = 2000

/** Reads a page's claims, and numbers of the whole page that tell what sort of page it is. */
export const readClaims = (tree: Tree, url: URL, blocks: Blocks, regions: Regions): PageClaims => {
  const head = readHead(tree)
  const data = readData(tree)
  const numbers = [
    ...countPage(blocks, regions),
    head.openGraph,
    ...counted.map((name) => Math.log1p(tree.counts[tagOf(name).code]!)),
    ...data.types.map((times) => Math.min(times, 3)),
    ...readAddress(url),
    ...readNaming(tree),
    ...shareByNames(tree, blocks, regions),
  ]
  return { title: head.title, description: head.description, described: data.described, numbers }
}

/** Title, description and type as the head gives them. The type: 1 article, 2 product, 3 website, 4 another, 0 none. */
const readHead = ({ head }: Tree) => {
  const title = new Set<number>()
  const description = new Set<number>()
  let openGraph = 0
  for (let node = head.first; node !== null; node = node.next) {
    if (node.kind !== ELEMENT) continue
    if (node.name === 'title') {
      for (let text = node.first; text !== null; text = text.next) {
        if (text.kind !== ELEMENT) add(title, text.data, MOST_WORDS.title)
      }
    }
    if (node.name !== 'meta') continue
    const content = attr(node, 'content')
    if (content === null) continue
    switch ((attr(node, 'property') ?? attr(node, 'name') ?? '').toLowerCase()) {
      case 'og:title':
        add(title, content, MOST_WORDS.title)
        break
      case 'description':
      case 'og:description':
        add(description, content, MOST_WORDS.description)
        break
      case 'og:type':
        openGraph = openGraphOf(content)
    }
  }
  return { title, description, openGraph }
}

const openGraphOf = (type: string): number => {
  if (type.startsWith('article')) return 1
  if (type.includes('product')) return 2
  return type.startsWith('website') ? 3 : 4
}

/** What JSON-LD describes, and how often each of `types` is said. It is searched, not parsed: broken blocks tell as much. */
const readData = (tree: Tree) => {
  const described = new Set<number>()
  const said = new Array<number>(types.length).fill(0)
  let scripts = 0
  let seen = 0
  for (const script of findAll(tree, tree.html, 'script')) {
    if (!/ld\+json/i.test(attr(script, 'type') ?? '') || ++scripts > MOST_SCRIPTS) continue
    const { first } = script
    if (first === null || first.kind === ELEMENT || first.data.length > MOST_SCRIPT) continue
    for (const [, type] of first.data.matchAll(/"@type"\s*:\s*\[?\s*"([A-Za-z]{1,40})"/g)) {
      if (++seen > MOST_TYPES) break
      for (let at = 0; at < types.length; at++) if (types[at]!.test(type!)) said[at]!++
    }
    for (const [, text] of first.data.matchAll(/"(?:description|name|headline)"\s*:\s*"((?:[^"\\]|\\.){4,3000})"/g)) {
      if (described.size >= MOST_WORDS.described) break
      add(described, text!, MOST_WORDS.text)
    }
  }
  return { described, types: said }
}

/** How much text there is and of what sort. */
const countPage = ({ count }: Blocks, { sums }: Regions): number[] => {
  const all = (stat: number) => sums[count * STATS + stat]!
  const words = Math.max(1, all(WORDS))
  const each = Math.max(1, count)
  return [
    Math.log1p(words),
    Math.log1p(count),
    words / each,
    all(LINKED) / words,
    all(PROSE_WORDS) / words,
    Math.log1p(all(PROSE)),
    all(STOPS) / words,
    all(QUESTIONS) / words,
    all(CURRENCIES) / Math.max(1, all(ONE)),
    all(NUMBERS) / words,
    all(MARKED) / words,
    all(HEADINGS) / each,
    all(FIELDS) / each,
    all(IMAGES) / each,
    all(COMMON) / words,
  ]
}

const readAddress = (url: URL): number[] => {
  const path = url.pathname.toLowerCase()
  const segments = path.split('/').filter(Boolean)
  const last = segments.at(-1) ?? ''
  const address = `${url.hostname.split('.').slice(0, -2).join('.')}${path}`
  return [
    segments.length,
    last.length,
    (last.match(/-/g) ?? []).length,
    /\d{4,}/.test(path) ? 1 : 0,
    url.search.length > 1 ? 1 : 0,
    ...addresses.map((pattern) => (pattern.test(address) ? 1 : 0)),
  ]
}

const readNaming = ({ html, body }: Tree): number[] => {
  const names = [attr(body, 'class'), attr(body, 'id'), attr(html, 'class')].map((name) => name ?? '')
  const naming = names.join(' ').slice(0, LONGEST_NAMING)
  return bodies.map((pattern) => (pattern.test(naming) ? 1 : 0))
}

/** Shares of the words that stand in what is named so, in the largest group of things alike, in any such, and hidden. */
const shareByNames = ({ body }: Tree, { count, stats, holder, hidden }: Blocks, regions: Regions): number[] => {
  const words = Math.max(1, regions.sums[count * STATS + WORDS]!)
  const named = new Float64Array(KINDS)
  let largest = 0
  let grouped = 0
  let unseen = 0
  for (let i = 0; i < count; i++) {
    const held = stats[i * STATS + WORDS]!
    const h = holder[i]!
    unseen += hidden[i]! * held
    if (h === body.id) continue
    const kind = regions.kinds[h]!
    for (let bit = 0; bit < KINDS; bit++) if ((kind & (1 << bit)) !== 0) named[bit]! += held
    if (regions.innerItem[h]! >= 0) grouped += held
  }
  for (const group of regions.groups) {
    if (group.count >= 3 && group.blocks > group.count) largest = Math.max(largest, group.words)
  }
  return [...named, largest, grouped, unseen].map((held) => held / words)
}

const add = (set: Set<number>, text: string, most: number) => {
  for (const word of wordsOf(text, most)) set.add(word)
}
