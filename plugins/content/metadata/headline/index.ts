import { isOf, isThing, type Thing } from '../../structured/things.ts'
import { decodeText } from '../../tree/entities.ts'
import { attr, BLOCK, closest, type Element, isElement, type Node, TEXT, type Tree, UNSEEN } from '../../tree/index.ts'
import { stripped } from '../../white-space.ts'
import { type Choice, chooseBest } from '../choice.ts'
import type { PageFacts } from '../page-facts.ts'
import { attributeText } from '../text/attribute-text.ts'
import { onOneLine } from '../text/declared-text.ts'
import { sharedWords, wordsOf } from '../text/likeness.ts'
import { siteNameTest } from './site-names.ts'
import { type HeadlineClue, type HeadlineMark, headlineWeights } from './weights.ts'

/**
 * Characters of a headline, and of what it is looked for in: references are longer than the characters they stand
 * for.
 */
const MAX_LENGTH = 400
const MAX_SOURCE_LENGTH = 2000
/** Each is compared with the names of the site; a page with more is a list. */
const MAX_CANDIDATES = 500

interface Candidate {
  text: string
  words: readonly string[]
  marks: Set<HeadlineMark>
}

/**
 * Texts that could be the headline. One that several sources give, save for case and punctuation, is one candidate.
 */
class Candidates {
  /** By what the sources write, which mostly is the same. */
  readonly #byText = new Map<string, Candidate>()
  readonly #byWords = new Map<string, Candidate>()

  add(raw: string | null | undefined, ...marks: readonly HeadlineMark[]): void {
    if (!raw) return
    let candidate = this.#byText.get(raw)
    if (candidate === undefined) {
      candidate = this.#candidateOf(raw)
      if (candidate === undefined) return
      this.#byText.set(raw, candidate)
    }
    for (const mark of marks) candidate.marks.add(mark)
  }

  #candidateOf(raw: string): Candidate | undefined {
    const text = tidy(raw.slice(0, 2 * MAX_LENGTH))
    if (text === '' || text.length > MAX_LENGTH) return undefined
    const words = wordsOf(text)
    if (words.length === 0) return undefined
    const key = words.join(' ')
    const known = this.#byWords.get(key)
    if (known === undefined && this.#byWords.size === MAX_CANDIDATES) return undefined
    const candidate = known ?? { text, words, marks: new Set() }
    this.#byWords.set(key, candidate)
    return candidate
  }

  has(words: readonly string[]): boolean {
    return this.#byWords.has(words.join(' '))
  }

  get all(): Iterable<Candidate> {
    return this.#byWords.values()
  }
}

/** White space collapsed, and without the permalink sign that documentation puts behind its headings. */
const tidy = (text: string) => stripped(onOneLine(text), '', '¶#§')

/** What stands between a headline and the name of a site, a section or an author. */
export const SEPARATOR =
  /\s+[|\u2013\u2014\u00b7\u2022»«›‹▪‖/\\~<>*+→-]+\s+|\s*[|»›｜]\s*|\s+::\s+|\s*[_—]{1,2}\s*(?=\S{2,}$)|:\s+| \[/g

/**
 * The page's headline: its title as a reader would say it, without the name of the site. Null for a page that has no
 * title of any kind. The document's own `<title>` is `metadata.title`.
 */
export function readHeadline(page: PageFacts): string | null {
  const chosen = chooseBest(headlineChoices(page), headlineWeights)?.text ?? null
  return chosen && withoutSiteName(chosen, page)
}

/** What stands before a site's name behind a headline. */
const BAR = /\s[|·•»«–—-]\s/g
/** Words that are a headline by themselves: of fewer the site's name may be a part. */
const MIN_WORDS = 3

function withoutSiteName(text: string, page: PageFacts): string {
  const bar = [...text.matchAll(BAR)].at(-1)
  if (!bar || page.url.pathname === '/') return text
  const headline = text.slice(0, bar.index).trim()
  if (wordsOf(headline).length < MIN_WORDS) return text
  return siteNameTest(page)(wordsOf(text.slice(bar.index + bar[0].length))) ? headline : text
}

/** The texts that could be the headline. */
export function headlineChoices(page: PageFacts): Choice<HeadlineClue>[] {
  const candidates = new Candidates()
  const title = page.survey.title && textOfTitle(page.survey.title)
  const openGraph = page.meta('og:title')
  addTitle(candidates, title, ['wholeTitle'], { first: ['firstPart'], longest: ['longestPart'], last: ['lastPart'] })
  addTitle(candidates, openGraph, ['openGraph'])
  addTitle(candidates, page.meta('twitter:title'), ['twitter'])
  for (const name of ['citation_title', 'dc.title', 'dcterms.title', 'parsely-title', 'sailthru.title', 'title'])
    candidates.add(page.meta(name))
  addStructured(candidates, page)
  const titleWords = wordsOf(title?.slice(0, MAX_SOURCE_LENGTH) ?? '')
  const isSiteName = siteNameTest(page)
  addHeadings(candidates, page, titleWords, isSiteName)
  return choicesOf(candidates, page, titleWords, wordsOf(openGraph?.slice(0, MAX_SOURCE_LENGTH) ?? ''), isSiteName)
}

/** The text of `<title>`, white space collapsed; null for an empty one. */
export function textOfTitle(title: Element): string | null {
  let text = ''
  for (let node = title.first; node !== null; node = node.next) if (node.kind === TEXT) text += node.data
  return onOneLine(text) || null
}

/** A title, its parts, and its parts without the first and without the last ones. */
function addTitle(
  candidates: Candidates,
  title: string | null,
  whole: readonly HeadlineMark[],
  parts: { first?: readonly HeadlineMark[]; longest?: readonly HeadlineMark[]; last?: readonly HeadlineMark[] } = {},
): void {
  if (title === null) return
  // A longer one is no title, and its separators would cost the square of its length.
  if (title.length > MAX_LENGTH) return
  const text = tidy(title)
  candidates.add(text, ...whole)
  const cuts = [...text.matchAll(SEPARATOR)]
    .slice(0, 8)
    .map(({ index, 0: mark }) => ({ from: index, to: index + mark.length }))
  if (cuts.length === 0) return
  const starts = [0, ...cuts.map(({ to }) => to)]
  const ends = [...cuts.map(({ from }) => from), text.length]
  const texts = starts.map((start, at) => text.slice(start, ends[at]))
  for (const each of texts.slice(1, -1)) candidates.add(each)
  candidates.add(texts[0], ...(parts.first ?? []))
  candidates.add(texts.at(-1), ...(parts.last ?? []))
  if (parts.longest) {
    const counts = texts.map((each) => wordsOf(each).length)
    candidates.add(texts[counts.indexOf(Math.max(...counts))], ...parts.longest)
  }
  candidates.add(text.slice(0, ends.at(-2)))
  candidates.add(text.slice(starts[1]))
  if (ends.length > 2) {
    candidates.add(text.slice(0, ends.at(-3)))
    candidates.add(text.slice(starts[1], ends.at(-2)))
  }
}

const WRITTEN = /(?:Article|Posting|Report|Review|Page)$/
const MADE =
  /^(?:Product|ProductGroup|Recipe|Event|Course|Book|Movie|SoftwareApplication|JobPosting|VideoObject|Service|Question)$/

function addStructured(candidates: Candidates, { things }: PageFacts): void {
  const textOf = (thing: Thing, name: string) => decodeText(things.text(thing, name)?.slice(0, MAX_SOURCE_LENGTH) ?? '')
  const about = (thing: Thing) =>
    ['mainEntity', 'itemReviewed'].flatMap((name) => things.values(thing, name)[0] ?? []).filter(isThing)
  for (const thing of new Set(things.all.flatMap((each) => [each, ...about(each)]))) {
    const written = isOf(thing, WRITTEN)
    const page = thing.types.includes('WebPage')
    if (written) candidates.add(textOf(thing, 'headline'), ...(page ? [] : (['structured'] as const)))
    if (written || isOf(thing, MADE)) candidates.add(textOf(thing, 'name'))
  }
}

function addHeadings(
  candidates: Candidates,
  page: PageFacts,
  title: readonly string[],
  isSiteName: (words: readonly string[]) => boolean,
): void {
  const { tree, survey, meta } = page
  const texts = (name: string, most: number) => {
    const found: { heading: Element; text: string }[] = []
    for (const heading of survey.headings) {
      if (found.length === most) break
      if (heading.name !== name || isLinkUp(page, heading)) continue
      const text = wholeOrPart(candidates, headingParts(tree, heading), isSiteName)
      if (text !== '') found.push({ heading, text })
    }
    return found
  }
  const first = texts('h1', survey.headings.length)
  const only = first.length === 1 || new Set(first.map(({ text }) => wordsOf(text).join(' '))).size === 1
  const article = /article|post/.test(meta('og:type') ?? '')
  for (const [at, { heading, text }] of first.entries()) {
    candidates.add(
      text,
      ...(only ? (['onlyH1'] as const) : at === 0 ? (['firstH1'] as const) : at === 1 ? (['secondH1'] as const) : []),
    )
    if (only && article) candidates.add(text, 'onlyH1OfArticle')
    if (!only && isWithin(wordsOf(text), title)) candidates.add(text, 'h1InTitle')
    if (closest(heading, 'article', 'main')) candidates.add(text, 'h1InMain')
    if (isMarked(heading)) candidates.add(text, 'h1Marked')
  }
  for (const [at, { text }] of texts('h2', 3).entries()) {
    candidates.add(text, ...(at === 0 ? (['firstH2'] as const) : []))
    if (first.length === 0) candidates.add(text, 'h2WithoutH1')
  }
}

/** The text of a heading as read aloud, cut at its elements: no drawings, buttons or hidden parts. */
function headingParts(tree: Tree, heading: Element): string[] {
  const parts = ['']
  let length = 0
  for (let id = heading.id + 1; id <= heading.end && length <= 2 * MAX_LENGTH; id++) {
    const node = tree.nodes[id]!
    const before = node.prev
    if (isElement(before) && parts.at(-1) !== '') parts.push('')
    const at = parts.length - 1
    if (isElement(before) && before.tag.flags & BLOCK) parts[at] += ' '
    if (node.kind === TEXT) {
      parts[at] += node.data.slice(0, 2 * MAX_LENGTH)
      length += node.data.length
    } else if (node.tag.flags & UNSEEN || node.name === 'svg' || node.name === 'button' || isHidden(node)) id = node.end
    else {
      if (parts[at] !== '') parts.push('')
      if (node.name === 'br' || node.tag.flags & BLOCK) parts[parts.length - 1] += ' '
    }
  }
  return parts
}

/** More belong to words that are marked each. */
const MOST_PARTS = 12

/**
 * A heading without what stands in it above or below the headline, where the page says the headline elsewhere too;
 * else all of it.
 */
function wholeOrPart(
  candidates: Candidates,
  parts: readonly string[],
  isSiteName: (words: readonly string[]) => boolean,
): string {
  const whole = tidy(parts.join(''))
  if (parts.length === 1 || parts.length > MOST_PARTS || candidates.has(wordsOf(whole))) return whole
  let best = whole
  let most = 1
  for (let cut = 1; cut < parts.length; cut++) {
    for (const part of [parts.slice(0, cut), parts.slice(cut)]) {
      const text = part.join('')
      const words = wordsOf(text)
      if (words.length <= most || !candidates.has(words) || isSiteName(words)) continue
      best = tidy(text)
      most = words.length
    }
  }
  return best
}

/** Whether a heading is a link to the site or to what the page is a part of: then it is their name. */
function isLinkUp({ url, absolute }: PageFacts, heading: Element): boolean {
  const link = linkOf(heading)
  const address = link && absolute(attr(link, 'href'))
  if (!address) return false
  const { hostname, pathname, search } = new URL(address)
  const host = hostname.replace(/^www\./, '')
  if (search !== '' || !pathname.endsWith('/') || !`.${url.hostname}`.endsWith(`.${host}`)) return false
  return pathname === url.pathname ? pathname === '/' && url.search !== '' : url.pathname.startsWith(pathname)
}

/** The link that a heading stands in or begins with. */
function linkOf(heading: Element): Element | null {
  let inside: Element | null = heading
  while (inside !== null && inside.name !== 'a') {
    let node: Node | null = inside.first
    while (node?.kind === TEXT && node.data.trim() === '') node = node.next
    inside = isElement(node) ? node : null
  }
  return inside ?? closest(heading, 'a')
}

const isHidden = (element: Element) => attr(element, 'aria-hidden') === 'true' || attr(element, 'hidden') !== null

const isWithin = (words: readonly string[], others: readonly string[]) => sharedWords(words, others) === words.length

const isMarked = (heading: Element) =>
  /title|headline|heading|\bname\b/i.test(
    `${attributeText(heading, ['class', 'id', 'itemprop'])} ${(heading.parent && attr(heading.parent, 'class')) ?? ''}`,
  )

function choicesOf(
  candidates: Candidates,
  page: PageFacts,
  title: readonly string[],
  openGraph: readonly string[],
  isSiteName: (words: readonly string[]) => boolean,
): Choice<HeadlineClue>[] {
  const address = wordsOf(decodePath(page.url.pathname).replace(/\.\w{2,5}$/, ''))
  return [...candidates.all].map(({ text, words, marks }) => ({
    text,
    tell(add) {
      const h1 = marks.has('onlyH1') || marks.has('firstH1') || marks.has('secondH1')
      const ofTitle = sharedWords(words, title)
      const ofAddress = sharedWords(words, address)
      add('inTitle', title.length === 0 ? 0.5 : ofTitle / words.length)
      add('ofTitle', title.length === 0 ? 0.5 : ofTitle / title.length)
      add('inAddress', ofAddress / words.length)
      if (openGraph.length > 0) {
        const ofOpenGraph = sharedWords(words, openGraph)
        add('inOpenGraph', ofOpenGraph / words.length)
        add('ofOpenGraph', ofOpenGraph / openGraph.length)
      }
      if (address.length > 0) add('ofAddress', ofAddress / address.length)
      for (const mark of marks) add(mark, 1)
      if (h1 && marks.has('lastPart')) add('h1EndsTitle', 1)
      if (words.length === 1) add('oneWord', 1)
      if (isSiteName(words)) add('siteName', 1)
    },
  }))
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // A path that is not UTF-8 says nothing about the title.
    return ''
  }
}
