import type { Tx } from 'weirjs'
import type { ConvertContext } from '../../content/service.ts'
import type { LocalQuery } from './parse-query.ts'

/** A page as it is indexed, with each text on one line. */
export interface IndexedPage {
  /** Its identity: a page with the same identity is replaced. */
  key: string
  /** Its URL. */
  url: string
  host: string
  title: string
  headings: string
  text: string
  /** Two or three letters; null if the page does not state it. */
  language: string | null
  /** ISO 3166, in upper case; null if the page does not state it. */
  country: string | null
  /** When it was written, or else seen, in epoch milliseconds. */
  date: number
  /** Shows whether it has changed. */
  digest: string
  /** When it expires, in epoch milliseconds; null: never. */
  expiresAt: number | null
}

/** A page as its words are indexed. */
export type PageWords = { id: number } & Pick<
  IndexedPage,
  'url' | 'host' | 'title' | 'headings' | 'text' | 'language' | 'country'
>

/** A page that was found. */
export interface IndexHit {
  /** 0 if it matches everything; pages of a higher rank match less. */
  rank: number
  id: number
  url: string
  title: string
  date: number
  /** The higher, the better it matches among those of its rank. */
  score: number
}

export interface IndexFilter {
  language?: string
  country?: string
}

/**
 * A full-text index of pages, in isolated partitions: one per account, and one that everyone may search. It can be
 * implemented with any text search that ranks.
 */
export interface PageIndex {
  /** What is there of a page. */
  known(partition: string, key: string): Promise<{ digest: string; expiresAt: number | null } | undefined>
  /** Adds or replaces a page, and drops the oldest ones beyond `most`. */
  put(tx: Tx, partition: string, page: IndexedPage, most: number | null): Promise<void>
  /** Removes a page from a partition, if it is there. */
  remove(tx: Tx, partition: string, key: string): Promise<void>
  /**
   * The best pages of several partitions, some more than requested; if few match everything, also those that match a
   * part.
   */
  find(
    partitions: readonly string[],
    query: LocalQuery,
    filter: IndexFilter,
    wanted: number,
    context: ConvertContext,
  ): Promise<{ hits: IndexHit[]; isWhole: boolean }>
  /** The text of a page that was found; undefined if it has just been removed. */
  text(id: number): Promise<string | undefined>
  /** Deletes some expired pages; returns how many. */
  sweep(now: number, most: number): Promise<number>
  start(): Promise<void>
  close(): Promise<void>
}

/** The partition that all accounts may search. */
export const SHARED = 'public'
