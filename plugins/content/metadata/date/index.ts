import { type Choice, chooseBest } from '../choice.ts'
import { pageLocale } from '../language.ts'
import type { PageFacts } from '../page-facts.ts'
import { ARTICLE, hasCatalogue, isFrontPage, isNoArticle } from '../page-types.ts'
import type { DateCandidate, DateMark } from './candidates.ts'
import { dateCandidates } from './sources.ts'
import { type DateClue, dateWeights } from './weights.ts'

/** Marks that are independent sources. */
const sources: readonly DateMark[] = [
  'metaPublished',
  'metaIssued',
  'ofArticle',
  'ofPage',
  'ofOther',
  'ofWork',
  'time',
  'dateClass',
  'firstLine',
  'address',
]
const ofPublication: readonly DateMark[] = ['metaPublished', 'metaIssued', 'ofArticle', 'ofPage', 'ofWork']
const shown: readonly DateMark[] = ['bareLine', 'inLine', 'inLongLine', 'time', 'dateClass']
const highUp: readonly DateMark[] = ['near', 'justAbove', 'below', 'farAbove']

/** What is known of a candidate by itself. */
interface Classified extends DateCandidate {
  /** The beginning of the day in epoch milliseconds. */
  at: number
  published: boolean
  modified: boolean
  visible: boolean
  /** Visible near the headline. */
  prominent: boolean
}

/**
 * The dates of a page: as it writes them for machines, with the time if it is given; otherwise the day (`2024-03-01`)
 * that it shows to readers.
 */
export interface PageDates {
  /** The page's own date: usually that of publication; that of the last change if it shows no other. */
  date: string | null
  published: string | null
}

/**
 * Finds the dates of a page. `headlineLine` is the line number of the headline, -1 if it is unknown. Dates after
 * `now` (in epoch milliseconds) are ignored.
 */
export function readDates(page: PageFacts, headlineLine: number, now: number): PageDates {
  const candidates = classifiedCandidates(page, headlineLine, now)
  const best = chooseBest(choicesOf(page, candidates), dateWeights)?.candidate
  const given = (mark: DateMark) => candidates.find(({ marks }) => marks.has(mark))
  const metaPublished = given('metaPublished')
  const declared = metaPublished ?? given('ofArticle') ?? given('metaIssued')
  const isUpdated = best !== undefined && isUpdate(best)
  const date = isUpdated ? (metaPublished ?? best) : (best ?? (isCatalogue(page) ? undefined : declared))
  const published = declared ?? (isUpdated ? given('publishedWord') : best)
  return { date: date?.text ?? null, published: published?.text ?? null }
}

/** The days that may be the page's own, and the choice of none. */
export const dateChoices = (page: PageFacts, headlineLine: number, now: number): Choice<DateClue>[] =>
  choicesOf(page, classifiedCandidates(page, headlineLine, now))

const classifiedCandidates = (page: PageFacts, headlineLine: number, now: number): Classified[] =>
  dateCandidates(page, headlineLine, pageLocale(page), now).all.map(classify)

const choicesOf = (
  page: PageFacts,
  candidates: readonly Classified[],
): (Choice<DateClue> & { candidate: Classified | undefined })[] => [
  { text: null, candidate: undefined, tell: (add) => tellOfNone(page, candidates.length, add) },
  ...candidates.map((candidate) => ({
    text: candidate.text,
    candidate,
    tell: (add: Add) => tellOfDay(candidate, candidates, page.forum, add),
  })),
]

type Add = (clue: DateClue, amount: number) => void

const classify = (candidate: DateCandidate): Classified => {
  const has = (mark: DateMark) => candidate.marks.has(mark)
  const visible = shown.some(has)
  return {
    ...candidate,
    at: Date.parse(candidate.day),
    published: ofPublication.some(has),
    modified: has('metaModified') || has('modified'),
    visible,
    prominent: visible && (has('near') || has('justAbove')),
  }
}

const isUpdate = ({ marks, modified }: Classified) =>
  modified || (marks.has('updatedWord') && !marks.has('publishedWord'))

const short: readonly DateMark[] = ['bareLine', 'inLine', 'time']

/** Whether a day may be that of an entry in a list that begins near the headline. */
const isOfList = ({ marks, published, prominent }: Classified) =>
  !published && !marks.has('updatedWord') && (prominent || marks.has('below')) && short.some((mark) => marks.has(mark))

const DAY_MS = 86_400_000

function tellOfDay(candidate: Classified, all: readonly Classified[], forum: boolean, add: Add): void {
  const { at, marks, published, visible, prominent } = candidate
  let neighbour = false
  let earliest = true
  let latest = true
  let otherPublished = false
  let otherProminent = false
  let beside = 0
  for (const other of all) {
    if (other === candidate) continue
    if (Math.abs(other.at - at) <= DAY_MS) neighbour = true
    if (other.at <= at) earliest = false
    if (other.at >= at) latest = false
    if (other.published) otherPublished = true
    if (other.prominent) otherProminent = true
    if (isOfList(other)) beside++
  }
  add('source', Math.min(sources.filter((mark) => marks.has(mark)).length, 4))
  for (const mark of marks) add(mark, 1)
  const addIf = (clue: DateClue, when: boolean) => {
    if (when) add(clue, 1)
  }
  addIf('neighbour', neighbour)
  addIf('earliest', earliest)
  addIf('latest', latest)
  addIf('only', all.length === 1)
  addIf('visible', visible)
  addIf('confirmed', published && visible)
  addIf('onlyVisible', prominent && !published && !candidate.modified)
  addIf('contradicted', published && !visible && otherProminent)
  addIf('rival', !published && otherPublished)
  addIf('oneOfList', !forum && !published && beside >= 2)
  // Much may be between the title of a thread and its first post.
  addIf('onlyFarBelow', !forum && marks.has('farBelow') && !highUp.some((mark) => marks.has(mark)))
  addIf('firstTimeNear', marks.has('firstTime') && marks.has('near'))
  addIf('firstTimeInForum', forum && marks.has('firstTime'))
  addIf('earliestInForum', forum && earliest)
}

/** Whether a page is of a kind that has no date of its own, even if its content system declares one. */
const isCatalogue = ({ url, meta, things }: PageFacts) =>
  isFrontPage(url) || hasCatalogue(things) || isNoArticle(meta('og:type'))

function tellOfNone({ url, meta, things, survey }: PageFacts, candidates: number, add: Add): void {
  const type = meta('og:type') ?? ''
  const slug = url.pathname.split('/').filter(Boolean).at(-1) ?? ''
  add('bar', 1)
  add('candidates', Math.min(candidates, 10))
  add('linked', survey.linkedShare)
  if (isFrontPage(url)) add('frontPage', 1)
  if (hasCatalogue(things)) add('catalogue', 1)
  if (isNoArticle(type)) add('website', 1)
  if (/article|post/.test(type)) add('openGraphArticle', 1)
  if (things.has(ARTICLE)) add('article', 1)
  if (/blog|news|article|post|story|\/20\d\d/i.test(url.pathname)) add('articleAddress', 1)
  if (slug.split(/[-_]/).length >= 4) add('longSlug', 1)
}
