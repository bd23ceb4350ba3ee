import { isOf, isThing, type Thing } from '../../structured/things.ts'
import { decodeText } from '../../tree/entities.ts'
import { type Element, TEXT } from '../../tree/index.ts'
import { type Choice, chooseBest } from '../choice.ts'
import type { PageFacts } from '../page-facts.ts'
import { isFrontPage } from '../page-types.ts'
import { onOneLine } from '../text/declared-text.ts'
import { sharedWords, wordsOf } from '../text/likeness.ts'
import { Candidates, MAX_HEADLINE, MAX_SOURCE_LENGTH, tidy } from './candidates.ts'
import { addHeadings } from './headings.ts'
import { siteNameTest } from './site-names.ts'
import { type HeadlineClue, type HeadlineMark, headlineWeights } from './weights.ts'

/** Separators between a headline and the name of a site, a section or an author. */
const SEPARATOR =
  /\s+[|\u2013\u2014\u00b7\u2022»«›‹▪‖/\\~<>*+→-]+\s+|\s*[|»›｜]\s*|\s+::\s+|\s*[_—]{1,2}\s*(?=\S{2,}$)|:\s+| \[/g

/**
 * The page's headline: its title as a reader would say it, without the name of the site. Null for a page without any
 * kind of title. The document's own `<title>` is `metadata.title`.
 */
export function readHeadline(page: PageFacts): string | null {
  const chosen = chooseBest(headlineChoices(page), headlineWeights)?.text ?? null
  return chosen && withoutSiteName(chosen, page)
}

/** Separators between a headline and a site's name behind it; before it, a dash may belong to a sentence. */
const BAR = /\s[|·•»«–—-]\s/g
const FIRST_BAR = /\s[|·•»]\s/
/** The fewest words of a headline by itself; the site's name may be part of a shorter one. */
const MIN_WORDS = 3

function withoutSiteName(text: string, page: PageFacts): string {
  const first = FIRST_BAR.exec(text)
  if (first && !isFrontPage(page.url)) {
    const headline = text.slice(first.index + first[0].length)
    const before = wordsOf(text.slice(0, first.index))
    if (wordsOf(headline).length >= MIN_WORDS && siteNameTest(page)(before)) return headline
  }
  const bar = [...text.matchAll(BAR)].at(-1)
  if (!bar) return text
  const headline = text.slice(0, bar.index).trim()
  const behind = wordsOf(text.slice(bar.index + bar[0].length))
  // The first page of a site may have its name in its headline, once.
  if (isFrontPage(page.url) && sharedWords(behind, wordsOf(headline)) < behind.length) return text
  if (wordsOf(headline).length < MIN_WORDS) return text
  return siteNameTest(page)(behind) ? headline : text
}

/** The texts that may be the headline. */
export function headlineChoices(page: PageFacts): Choice<HeadlineClue>[] {
  const candidates = new Candidates()
  const title = page.survey.title && withoutHome(textOfTitle(page.survey.title), page)
  const openGraph = unlessCut(withoutHome(page.meta('og:title'), page), title)
  addTitle(candidates, title, ['wholeTitle'], { first: ['firstPart'], longest: ['longestPart'], last: ['lastPart'] })
  addTitle(candidates, openGraph, ['openGraph'])
  addTitle(candidates, unlessCut(withoutHome(page.meta('twitter:title'), page), title), ['twitter'])
  for (const name of ['citation_title', 'dc.title', 'dcterms.title', 'parsely-title', 'sailthru.title', 'title'])
    candidates.add(page.meta(name))
  addStructured(candidates, page)
  const titleWords = wordsOf(title?.slice(0, MAX_SOURCE_LENGTH) ?? '')
  const isSiteName = siteNameTest(page)
  addHeadings(candidates, page, titleWords, isSiteName)
  return choicesOf(candidates, page, titleWords, wordsOf(openGraph?.slice(0, MAX_SOURCE_LENGTH) ?? ''), isSiteName)
}

/** The title of a site's first page without a template's name of such pages. */
const withoutHome = (title: string | null, { url }: PageFacts): string | null =>
  title !== null && isFrontPage(url) ? title.slice(0, MAX_SOURCE_LENGTH).replace(homeBeside, '') : title

/** A declared title; null if a quotation mark in it has ended the attribute, as the document's title shows. */
const unlessCut = (declared: string | null, title: string | null): string | null =>
  declared !== null && title?.startsWith(declared) && /^ ?["']/.test(title.slice(declared.length)) ? null : declared

/** A title from a template without a headline and without the name of a site. */
const separatorsAlone = /^[\s|\u2013\u2014\u00b7\u2022»«›‹/\\:~-]*$/

/** The text of `<title>`, with white space collapsed; null if it consists only of separators. */
export function textOfTitle(title: Element): string | null {
  let text = ''
  for (let node = title.first; node !== null; node = node.next) if (node.kind === TEXT) text += node.data
  const said = onOneLine(text)
  return separatorsAlone.test(said) ? null : said
}

/** Adds a title, its parts, and the title without its first or last parts. */
function addTitle(
  candidates: Candidates,
  title: string | null,
  whole: readonly HeadlineMark[],
  parts: { first?: readonly HeadlineMark[]; longest?: readonly HeadlineMark[]; last?: readonly HeadlineMark[] } = {},
): void {
  if (title === null) return
  // A longer text is not a title, and its separators would take quadratic time.
  if (title.length > MAX_HEADLINE) return
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

function addStructured(candidates: Candidates, page: PageFacts): void {
  const { things } = page
  const textOf = (thing: Thing, name: string) =>
    withoutHome(decodeText(things.text(thing, name)?.slice(0, MAX_SOURCE_LENGTH) ?? ''), page)
  const about = (thing: Thing) =>
    ['mainEntity', 'itemReviewed'].flatMap((name) => things.values(thing, name)[0] ?? []).filter(isThing)
  for (const thing of new Set(things.all.flatMap((each) => [each, ...about(each)]))) {
    const written = isOf(thing, WRITTEN)
    const isPage = thing.types.includes('WebPage')
    if (written) candidates.add(textOf(thing, 'headline'), ...(isPage ? [] : (['structured'] as const)))
    if (written || isOf(thing, MADE)) candidates.add(textOf(thing, 'name'))
  }
}

/** What templates call the first page of a site, alone or before or behind its title. */
const HOME = 'home|homepage|startseite|accueil|inicio|início|главная'
const homeAlone = new RegExp(`^(?:${HOME})$`, 'i')
const homeBeside = new RegExp(`^(?:${HOME})\\s?[-–—|:·•»]\\s|\\s[-–—|·•»]\\s?(?:${HOME})$`, 'i')

type Marks = ReadonlySet<HeadlineMark>
const isH1 = (marks: Marks) => marks.has('onlyH1') || marks.has('firstH1') || marks.has('secondH1')
const isH2 = (marks: Marks) => marks.has('firstH2') || marks.has('h2WithoutH1')

const titleMarks: readonly HeadlineMark[] = [
  'wholeTitle',
  'firstPart',
  'longestPart',
  'lastPart',
  'openGraph',
  'twitter',
]
/** Whether the document's title, Open Graph or a part of them says it. */
const isOfTitles = (marks: Marks) => titleMarks.some((mark) => marks.has(mark))

function choicesOf(
  candidates: Candidates,
  page: PageFacts,
  title: readonly string[],
  openGraph: readonly string[],
  isSiteName: (words: readonly string[]) => boolean,
): Choice<HeadlineClue>[] {
  const address = wordsOf(decodePath(page.url.pathname).replace(/\.\w{2,5}$/, ''))
  const front = isFrontPage(page.url)
  const found = [...candidates.all]
  const titles = front ? found.filter(({ text }) => !homeAlone.test(text)) : found
  const all = titles.length > 0 ? titles : found
  const h1InTitles = all.some(({ marks }) => isH1(marks) && isOfTitles(marks) && !marks.has('wholeTitle'))
  return all.map(({ text, words, marks }) => ({
    text,
    tell(add) {
      const h1 = isH1(marks)
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
      if (h1 && front) add('h1OfFrontPage', 1)
      if (front && title.length > 0) add('ofTitleOnFrontPage', ofTitle / title.length)
      if (!h1InTitles && isH2(marks) && isOfTitles(marks)) add('h2OfTitle', 1)
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
