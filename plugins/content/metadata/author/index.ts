import { type Choice, chooseBest } from '../choice.ts'
import { siteNameTest } from '../headline/site-names.ts'
import type { PageFacts } from '../page-facts.ts'
import { hasCatalogue, isFrontPage, isNoArticle } from '../page-types.ts'
import { isAlike, wordsOf } from '../text/likeness.ts'
import { Bylines } from './bylines.ts'
import { type AuthorCandidate, AuthorCandidates, type AuthorMark } from './candidates.ts'
import { addMetaAuthors, addStructuredAuthors } from './declared.ts'
import { AuthorElements } from './elements.ts'
import { looksCollective, looksLikeNoName, looksLikePerson, withoutDegrees } from './person-names.ts'
import { type AuthorClue, authorWeights } from './weights.ts'

/**
 * Marks that are independent sources; the others describe where a source is. A name alone on a line is not enough.
 */
const sources: ReadonlySet<AuthorMark> = new Set<AuthorMark>([
  'ofArticle',
  'ofWork',
  'ofOther',
  'metaAuthor',
  'metaArticle',
  'metaTool',
  'card',
  'relAuthor',
  'authorProperty',
  'authorLink',
  'userLink',
  'bylineClass',
  'authorClass',
  'byLine',
  'byInside',
])

/** The names that may be the author's, from all sources. */
function authorCandidates(page: PageFacts, headlineLine: number): AuthorCandidates {
  const candidates = new AuthorCandidates()
  addStructuredAuthors(candidates, page)
  addMetaAuthors(candidates, page)
  new AuthorElements(candidates, page, headlineLine).add()
  new Bylines(candidates, page, headlineLine).add()
  return candidates
}

/**
 * The author of the page: comma-separated names; null if nobody is named. The value of `<meta name="author">` or
 * `article:author` counts if nothing more certain is found. `headlineLine` is the line number of the headline, -1 if
 * it is unknown.
 */
export function readAuthor(page: PageFacts, headlineLine: number): string | null {
  const candidates = authorCandidates(page, headlineLine).all
  const chosen = chooseBest(choicesOf(page, candidates), authorWeights)?.text
  if (!chosen) return declaredAuthor(page, candidates) ?? null
  return withoutSite(
    page,
    asDeclared(withOthers(candidates.find(({ text }) => text === chosen)!, candidates), candidates),
  )
}

/** Sources that name all authors of a page. */
const complete: readonly AuthorMark[] = ['ofArticle', 'metaAuthor', 'metaArticle', 'metaTool', 'card']
/** With more names, they are all writers of the site. */
const MAX_TOGETHER = 4

/**
 * All names of a page with several authors: usually each is in an element of its own, so that one of them has a
 * higher score than all together.
 */
function withOthers(chosen: AuthorCandidate, candidates: readonly AuthorCandidate[]): AuthorCandidate {
  const { names, marks } = chosen
  const isWhole = (other: AuthorCandidate) =>
    other.marks.has('wholeLine') || (!marks.has('ofArticle') && declares(other))
  const whole = candidates.find(
    (other) =>
      other.names.length > names.length &&
      other.names.length <= MAX_TOGETHER &&
      isWhole(other) &&
      names.every((name) => other.names.includes(name)) &&
      other.names.every((name) => looksLikePerson(name) && !looksCollective(name) && !looksLikeNoName(name)),
  )
  return whole ?? chosen
}

/**
 * A name that is shown may run on into a job: `Ann Lee Chief Reporter`. What the page declares tells where it ends.
 */
function asDeclared(chosen: AuthorCandidate, candidates: readonly AuthorCandidate[]): AuthorCandidate {
  const [name, ...others] = chosen.names
  if (declares(chosen) || others.length > 0) return chosen
  const isPart = (other: AuthorCandidate) =>
    other !== chosen &&
    declares(other) &&
    other.names.length === 1 &&
    looksLikePerson(other.text) &&
    name!.startsWith(`${other.text} `)
  return candidates.find(isPart) ?? chosen
}

const declares = ({ marks }: AuthorCandidate) => complete.some((mark) => marks.has(mark))

/** The names without the site for which they write: `Ann Lee, CNN`. */
function withoutSite(page: PageFacts, { names, text }: AuthorCandidate): string {
  if (names.length === 1) return text
  const isSite = siteNameTest(page)
  const people = names.filter((name) => !isSite(wordsOf(name)))
  return people.length === 0 ? text : people.join(', ')
}

/**
 * The author that `<meta>` declares. If there is none, content systems write the name of the site or of an account
 * there.
 */
function declaredAuthor(page: PageFacts, candidates: readonly AuthorCandidate[]): string | undefined {
  const declared = candidates.find(({ marks }) => marks.has('metaAuthor') || marks.has('metaArticle'))
  // A review names its own author in a `<meta>`.
  if (declared === undefined || declared.marks.has('ofReview')) return undefined
  if (looksCollective(declared.text) || looksLikeNoName(declared.text)) return undefined
  return siteNameTest(page)(declared.words) ? undefined : declared.text
}

/** The choice of nobody, and the names that may be the author's. */
export const authorChoices = (page: PageFacts, headlineLine: number): Choice<AuthorClue>[] =>
  choicesOf(page, authorCandidates(page, headlineLine).all)

const choicesOf = (page: PageFacts, candidates: readonly AuthorCandidate[]): Choice<AuthorClue>[] => [
  { text: null, tell: (add) => tellOfNobody(page, candidates.length, add) },
  ...candidates.map((candidate) => ({
    text: candidate.text,
    tell: (add: Add) => tellOfName(candidate, candidates, page.forum, add),
  })),
]

type Add = (clue: AuthorClue, amount: number) => void

function tellOfName(candidate: AuthorCandidate, all: readonly AuthorCandidate[], forum: boolean, add: Add): void {
  const { marks, names, text, words } = candidate
  let given = 0
  for (const mark of marks) {
    add(mark, 1)
    if (sources.has(mark)) given++
  }
  add('source', Math.min(given, 4))
  const agreeing = all.filter((other) => other !== candidate && isAlike(other.words, words, 0.6)).length
  add('agreement', Math.min(agreeing, 3))
  if (names.every((name) => looksLikePerson(withoutDegrees(name)))) add('person', 1)
  if (looksCollective(text)) add('collective', 1)
  if (looksLikeNoName(text)) add('noName', 1)
  if (!forum) return
  if (words.length === 1) add('oneWordInForum', 1)
  if (marks.has('firstOfKind')) add('firstInForum', 1)
  if ((marks.has('ofArticle') || marks.has('ofWork')) && !marks.has('laterThing')) add('firstThingInForum', 1)
}

function tellOfNobody({ url, meta, things }: PageFacts, candidates: number, add: Add): void {
  add('bar', 1)
  add('candidates', Math.min(candidates, 10))
  if (isFrontPage(url)) add('frontPage', 1)
  if (isNoArticle(meta('og:type'))) add('website', 1)
  if (hasCatalogue(things)) add('catalogue', 1)
}
