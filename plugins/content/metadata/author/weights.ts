import type { Weights } from '../choice.ts'
import type { AuthorMark } from './candidates.ts'

/** The clues for a name: where it was found, and its properties. */
type NameClue =
  | AuthorMark
  /** The number of sources with this name, at most four. */
  | 'source'
  /** The number of other candidates that are nearly the same, at most three. */
  | 'agreement'
  | 'person'
  | 'collective'
  | 'noName'
  // In a forum the author is that of the first post, usually a single word.
  | 'firstInForum'
  | 'firstThingInForum'
  | 'oneWordInForum'

/** The clues for nobody: a constant, the number of candidates (at most ten), and types of pages. */
type NobodyClue = 'bar' | 'candidates' | 'catalogue' | 'frontPage' | 'website'

export type AuthorClue = NameClue | NobodyClue

/** The weights for a name as the author's, and for nobody. Fitted: see ../CARD.md. */
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
