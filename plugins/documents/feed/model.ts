/** One entry of a feed. A missing value is null. */
export interface FeedItem {
  title: string | null
  /** Absolute. */
  url: string | null
  id: string | null
  /** ISO 8601, or the text of the feed if that cannot be parsed as a date. */
  published: string | null
  updated: string | null
  author: string | null
  /** HTML. */
  summary: string | null
  /** HTML. */
  content: string | null
  categories: string[]
  /** Attached media. */
  enclosures: Enclosure[]
}

export interface Enclosure {
  url: string
  type: string | null
  length: number | null
}

/** A feed of any kind: RSS 0.9x, 1.0 and 2.0, Atom 0.3 and 1.0, JSON Feed. */
export interface Feed {
  type: 'rss' | 'atom' | 'rdf' | 'json'
  title: string | null
  description: string | null
  /** The page to which the feed belongs. Absolute. */
  url: string | null
  language: string | null
  author: string | null
  updated: string | null
  image: string | null
  items: FeedItem[]
}
