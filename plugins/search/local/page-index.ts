import type { Tx } from 'weirjs'
import type { ConvertContext } from '../../content/service.ts'
import type { LocalQuery } from './parse-query.ts'

/** A page to be indexed; each text is a single line. */
export interface IndexedPage {
  /** The identity of the page: a page with the same key is replaced. */
  key: string
  /** Its URL. */
  url: string
  host: string
  title: string
  headings: string
  text: string
  /** Two or three letters; null if the page does not state it. */
  language: string | null
  /** ISO 3166 in capitals; null if the page does not state it. */
  country: string | null
  /** Epoch milliseconds of its publication or else of the scrape. */
  date: number
  /** A hash to detect changes. */
  digest: string
  /** Epoch milliseconds of its expiry; null: it never expires. */
  expiresAt: number | null
}

/** The parts of a page whose words are indexed. */
export type PageWords = { id: number } & Pick<
  IndexedPage,
  'url' | 'host' | 'title' | 'headings' | 'text' | 'language' | 'country'
>

/** A matching page. */
export interface IndexHit {
  /** 0 if it matches the whole query; higher for weaker matches. */
  rank: number
  id: number
  url: string
  title: string
  date: number
  /** The higher, the better, among pages of the same rank. */
  score: number
}

export interface IndexFilter {
  language?: string
  country?: string
}

/**
 * A full-text index of pages in separate partitions: one for each account, and one that all may search. Any text
 * search with ranking can implement it.
 */
export interface PageIndex {
  /** The current entry of a page. */
  known(partition: string, key: string): Promise<{ digest: string; expiresAt: number | null } | undefined>
  /** Adds or replaces a page, and drops the oldest pages beyond `most`. */
  put(tx: Tx, partition: string, page: IndexedPage, most: number | null): Promise<void>
  /** Removes a page from a partition, if it is there. */
  remove(tx: Tx, partition: string, key: string): Promise<void>
  /**
   * Finds the best pages of some partitions, and a few more than `wanted`. If too few match the whole query, also
   * returns weaker matches.
   */
  find(
    partitions: readonly string[],
    query: LocalQuery,
    filter: IndexFilter,
    wanted: number,
    context: ConvertContext,
  ): Promise<{ hits: IndexHit[]; isWhole: boolean }>
  /** The text of a page; undefined if it was removed meanwhile. */
  text(id: number): Promise<string | undefined>
  /** Removes up to `most` expired pages. Returns their number. */
  sweep(now: number, most: number): Promise<number>
  start(): Promise<void>
  close(): Promise<void>
}

/** The partition that all accounts may search. */
export const SHARED = 'public'
