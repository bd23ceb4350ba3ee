import type { Weights } from '../choice.ts'
import type { DateMark } from './candidates.ts'

/** The clues for a day: where it was found, and how it relates to the others. */
type DayClue =
  | DateMark
  /** The number of sources with this day, at most four. */
  | 'source'
  /** Another candidate is the day before or after, so one of them may be in another time zone. */
  | 'neighbour'
  | 'earliest'
  | 'latest'
  | 'only'
  | 'visible'
  /** Given both for machines and for readers. */
  | 'confirmed'
  /** Given only for readers, near the headline. */
  | 'onlyVisible'
  /** Given only for machines, while readers see another day near the headline. */
  | 'contradicted'
  /** Not declared as the date of publication, while another is. */
  | 'rival'
  | 'onlyFarBelow'
  /** Given only for readers, on a page that shows at least two more near its headline: the days of a list. */
  | 'oneOfList'
  | 'firstTimeNear'
  | 'firstTimeInForum'
  | 'earliestInForum'

/**
 * The clues for no date: a constant, the number of candidates (at most ten), the share of text in links, and types of
 * pages.
 */
type NoneClue =
  | 'bar'
  | 'candidates'
  | 'linked'
  | 'frontPage'
  | 'catalogue'
  | 'website'
  | 'openGraphArticle'
  | 'article'
  | 'articleAddress'
  | 'longSlug'

export type DateClue = DayClue | NoneClue

/** The weights for a day as the page's own, and for none. Fitted: see ../CARD.md. */
export const dateWeights: Weights<DateClue> = {
  metaPublished: 0.97,
  ofArticle: -0.36,
  ofPage: -0.35,
  ofOther: -0.48,
  modified: 0.26,
  firstTime: 0.34,
  marked: -0.57,
  firstMarked: 0.39,
  dateClass: 0.7,
  firstLine: 0.6,
  bareLine: 0.46,
  inLongLine: -0.45,
  publishedWord: 0.39,
  justAbove: 0.46,
  near: 0.73,
  below: 0.19,
  farBelow: 0.22,
  inComments: -0.27,
  inAddressMonth: 0.87,
  notAddressMonth: -0.49,
  source: 0.64,
  neighbour: 0.37,
  earliest: 0.3,
  latest: 0.16,
  only: -0.38,
  visible: 0.11,
  confirmed: 0.45,
  onlyVisible: 0.74,
  contradicted: 0.37,
  rival: -0.66,
  onlyFarBelow: -1.49,
  oneOfList: -2,
  firstTimeNear: -0.43,
  firstTimeInForum: 0.8,
  earliestInForum: 0.78,
  bar: 1,
  candidates: 0.084,
  linked: 0.8,
  frontPage: 0.53,
  catalogue: 0.52,
  website: 0.43,
  article: -0.45,
  articleAddress: -0.17,
  longSlug: -0.53,
}
