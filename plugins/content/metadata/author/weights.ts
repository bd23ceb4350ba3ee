import type { Weights } from '../choice.ts'
import type { AuthorMark } from './candidates.ts'

/** What speaks for a name: where it was found, and what it is like. */
type NameClue =
  | AuthorMark
  /** Each source that gives the name, four at most. */
  | 'source'
  /** Each other candidate that is nearly the same, three at most. */
  | 'agreement'
  | 'person'
  | 'collective'
  | 'noName'
  // In a forum the author is who wrote the first post, mostly under one word.
  | 'firstInForum'
  | 'firstThingInForum'
  | 'oneWordInForum'

/** What speaks for nobody: always, for each candidate (ten at most), for pages of some sorts. */
type NobodyClue = 'bar' | 'candidates' | 'catalogue' | 'frontPage' | 'website'

export type AuthorClue = NameClue | NobodyClue

/** What speaks for a name being the author's, and for nobody. Fitted: see ../CARD.md. */
export const authorWeights: Weights<AuthorClue> = {
  ofArticle: 0.9,
  ofOther: -0.59,
  organization: -0.55,
  metaAuthor: 0.44,
  metaArticle: 0.68,
  metaTool: 0.63,
  citation: 1.5,
  relAuthor: 0.2,
  userLink: -0.54,
  firstPoster: 1.4,
  byLine: 0.79,
  editor: -0.3,
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
  source: 1.07,
  agreement: 0.25,
  person: 0.96,
  collective: -0.4,
  noName: -0.85,
  firstInForum: 0.59,
  firstThingInForum: 1,
  oneWordInForum: 0.92,
  bar: 1.76,
  candidates: 0.126,
  catalogue: 0.61,
  frontPage: 0.4,
  website: 0.34,
}
