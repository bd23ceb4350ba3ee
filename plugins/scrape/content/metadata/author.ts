import { type AuthorCandidate, type AuthorMark, authorCandidates } from './author-candidates.ts'
import { isForum } from './forum.ts'
import { likeness } from './likeness.ts'
import type { PageFacts } from './page-facts.ts'
import { looksCollective, looksLikeNoName, looksLikePerson } from './person-names.ts'

/**
 * What speaks for a name being the author's, fitted on 1,694 labelled pages by the likelihood of the right choice among
 * a page's candidates and nobody. In cross-validation by site 77 % of the authors are found, and 78 % of the answers
 * are right.
 */
const markWeights: Partial<Record<AuthorMark, number>> = {
  ofArticle: 1.03,
  ofOther: -0.46,
  organization: -0.54,
  metaAuthor: 0.61,
  metaArticle: 0.69,
  metaTool: 0.69,
  relAuthor: 0.34,
  authorLink: 0.16,
  authorClass: 0.18,
  userLink: -0.4,
  byLine: 0.94,
  byInside: -0.46,
  nameLine: -1.63,
  nameWithDate: 1.02,
  nameWithRole: 0.8,
  near: 1.25,
  farAbove: -0.51,
  firstOfKind: 0.7,
  oneOfMany: -0.34,
  inMain: -0.23,
  inAside: -0.78,
  inTeaser: -0.46,
}
const weights = {
  /** Each source that gives the name, four at most. */
  source: 0.97,
  /** Each other candidate that is nearly the same, three at most. */
  agreement: 0.26,
  person: 0.93,
  collective: -0.4,
  noName: -0.83,
  // In a forum the author is who wrote the first post, mostly under one word.
  firstInForum: 0.59,
  firstThingInForum: 1.02,
  oneWordInForum: 0.96,
}
/** What speaks for nobody. `bar` was chosen for recall and precision in balance. */
const nobody = { bar: 1.8, candidate: 0.124, catalogue: 0.62, frontPage: 0.42, website: 0.35 }

/** Those that are a source by themselves; the others tell where a source stands. */
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
  'nameLine',
])

/**
 * Who wrote the page: names, comma-separated; null where nobody is named. What `<meta name="author">` or
 * `article:author` declares counts where nothing more certain is found. `headlineLine` is the number of the line that
 * holds the headline, -1 where it is unknown.
 */
export function readAuthor(page: PageFacts, headlineLine: number): string | null {
  const candidates = authorCandidates(page, headlineLine).all
  const forum = isForum(page)
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
  const agreeing = all.filter((other) => other !== candidate && likeness(other.words, words) >= 0.6).length
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

function scoreNobody({ url, meta, things }: PageFacts, candidates: number): number {
  let score = nobody.bar + nobody.candidate * Math.min(candidates, 10)
  if (url.pathname.length <= 1) score += nobody.frontPage
  if (/product|website|profile/.test(meta('og:type') ?? '')) score += nobody.website
  const catalogue = /Product$|Offer|ItemList|CollectionPage|Service|LocalBusiness/
  if (things.all.some(({ types }) => types.some((type) => catalogue.test(type)))) score += nobody.catalogue
  return score
}
