import type { PageFacts } from '../page-facts.ts'
import { isAlike } from '../text/likeness.ts'
import { Bylines } from './bylines.ts'
import { type AuthorCandidate, AuthorCandidates, type AuthorMark } from './candidates.ts'
import { addMetaAuthors, addStructuredAuthors } from './declared.ts'
import { AuthorElements } from './elements.ts'
import { looksCollective, looksLikeNoName, looksLikePerson } from './person-names.ts'

/**
 * What speaks for a name being the author's, fitted on 1,694 labelled pages by the likelihood of the right choice among
 * a page's candidates and nobody. In cross-validation by site 77 % of the authors are found, and 78 % of the answers
 * are right.
 */
const markWeights: Partial<Record<AuthorMark, number>> = {
  ofArticle: 0.9,
  ofOther: -0.59,
  organization: -0.55,
  metaAuthor: 0.44,
  metaArticle: 0.68,
  metaTool: 0.63,
  relAuthor: 0.2,
  userLink: -0.54,
  byLine: 0.79,
  byInside: -0.57,
  nameLine: -0.91,
  nameWithDate: 1.08,
  nameWithRole: 0.76,
  near: 1.3,
  farAbove: -0.55,
  firstOfKind: 0.63,
  oneOfMany: -0.35,
  inMain: -0.29,
  inAside: -0.75,
  inTeaser: -0.19,
  inComments: -0.59,
}
const weights = {
  /** Each source that gives the name, four at most. */
  source: 1.07,
  /** Each other candidate that is nearly the same, three at most. */
  agreement: 0.25,
  person: 0.96,
  collective: -0.4,
  noName: -0.85,
  // In a forum the author is who wrote the first post, mostly under one word.
  firstInForum: 0.59,
  firstThingInForum: 1,
  oneWordInForum: 0.92,
}
/** What speaks for nobody. `bar` was chosen for recall and precision in balance. */
const nobody = { bar: 1.76, candidate: 0.126, catalogue: 0.61, frontPage: 0.4, website: 0.34 }

/**
 * Those that are a source by themselves; the others tell where a source stands. A name alone on a line says too little.
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

/** The names that could be the author's, from all sources. */
function authorCandidates(page: PageFacts, headlineLine: number): AuthorCandidates {
  const candidates = new AuthorCandidates()
  addStructuredAuthors(candidates, page)
  addMetaAuthors(candidates, page)
  new AuthorElements(candidates, page, headlineLine).add()
  new Bylines(candidates, page, headlineLine).add()
  return candidates
}

/**
 * Who wrote the page: names, comma-separated; null where nobody is named. What `<meta name="author">` or
 * `article:author` declares counts where nothing more certain is found. `headlineLine` is the number of the line that
 * holds the headline, -1 where it is unknown.
 */
export function readAuthor(page: PageFacts, headlineLine: number): string | null {
  const candidates = authorCandidates(page, headlineLine).all
  const forum = page.forum
  let best: { text: string; score: number } = { text: '', score: scoreNobody(page, candidates.length) }
  for (const candidate of candidates) {
    const score = scoreName(candidate, candidates, forum)
    if (score > best.score) best = { text: candidate.text, score }
  }
  return (
    best.text || (candidates.find(({ marks }) => marks.has('metaAuthor') || marks.has('metaArticle'))?.text ?? null)
  )
}

function scoreName(candidate: AuthorCandidate, all: readonly AuthorCandidate[], forum: boolean): number {
  const { marks, names, text, words } = candidate
  let score = 0
  let given = 0
  for (const mark of marks) {
    score += markWeights[mark] ?? 0
    if (sources.has(mark)) given++
  }
  score += weights.source * Math.min(given, 4)
  const agreeing = all.filter((other) => other !== candidate && isAlike(other.words, words, 0.6)).length
  score += weights.agreement * Math.min(agreeing, 3)
  if (names.every(looksLikePerson)) score += weights.person
  if (looksCollective(text)) score += weights.collective
  if (looksLikeNoName(text)) score += weights.noName
  if (forum) {
    if (words.length === 1) score += weights.oneWordInForum
    if (marks.has('firstOfKind')) score += weights.firstInForum
    if ((marks.has('ofArticle') || marks.has('ofWork')) && !marks.has('laterThing')) score += weights.firstThingInForum
  }
  return score
}

const CATALOGUE = /Product$|Offer|ItemList|CollectionPage|Service|LocalBusiness/

function scoreNobody({ url, meta, things }: PageFacts, candidates: number): number {
  let score = nobody.bar + nobody.candidate * Math.min(candidates, 10)
  if (url.pathname.length <= 1) score += nobody.frontPage
  if (/product|website|profile/.test(meta('og:type') ?? '')) score += nobody.website
  if (things.has(CATALOGUE)) score += nobody.catalogue
  return score
}
