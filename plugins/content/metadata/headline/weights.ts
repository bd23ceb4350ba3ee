import type { Weights } from '../choice.ts'

/** Where a possible headline was found, and its properties. */
export type HeadlineMark =
  /** The page's only `<h1>`; the same on a page that calls itself an article. */
  | 'onlyH1'
  | 'onlyH1OfArticle'
  | 'firstH1'
  | 'secondH1'
  | 'h1InMain'
  /** Its class or id, or that of its parent, contains title, headline or name. */
  | 'h1Marked'
  /** One of several, with all its words in the document's title. */
  | 'h1InTitle'
  /** The last part of the document's title, where the site's name usually is. */
  | 'h1EndsTitle'
  | 'firstH2'
  | 'h2WithoutH1'
  /** The page's only `<h1>` is outside, such as the name of a book above its chapters. */
  | 'h2InMain'
  /** JSON-LD's `headline`. */
  | 'structured'
  | 'openGraph'
  | 'twitter'
  | 'wholeTitle'
  | 'firstPart'
  | 'longestPart'
  | 'lastPart'
  | 'siteName'
  | 'oneWord'

/**
 * Marks, and shares: of the candidate's words that the other text contains (`in`), and of that text's words that the
 * candidate contains (`of`).
 */
export type HeadlineClue =
  | HeadlineMark
  | 'inTitle'
  | 'ofTitle'
  | 'inOpenGraph'
  | 'ofOpenGraph'
  | 'inAddress'
  | 'ofAddress'
  /** A second heading that is also one of the titles or a part of one, as no first heading is. */
  | 'h2OfTitle'
  // The first page of a site has a slogan for its heading; its title tells what the site is.
  | 'h1OfFrontPage'
  | 'ofTitleOnFrontPage'

/** The weights for a text as the page's headline. Only their differences count. Fitted: see ../CARD.md. */
export const headlineWeights: Weights<HeadlineClue> = {
  onlyH1: 1.7,
  onlyH1OfArticle: 0.83,
  firstH1: 0.47,
  secondH1: 0.56,
  h1InMain: 0.82,
  h1Marked: 0.65,
  h1InTitle: 0.78,
  h1EndsTitle: -0.51,
  firstH2: 0.65,
  h2WithoutH1: 0.68,
  h2InMain: 1.2,
  structured: 0.81,
  openGraph: 0.53,
  twitter: 0.51,
  wholeTitle: -0.26,
  firstPart: 0.76,
  longestPart: 0.53,
  lastPart: 0,
  siteName: -0.43,
  oneWord: -0.61,
  inTitle: 0.61,
  ofTitle: 0.82,
  inOpenGraph: 0.69,
  ofOpenGraph: 0.6,
  inAddress: 0.96,
  ofAddress: 0.99,
  h2OfTitle: 1.06,
  h1OfFrontPage: -0.21,
  ofTitleOnFrontPage: 0.67,
}
