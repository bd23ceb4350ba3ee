import type { Tx } from 'weirjs'
import type { ConvertContext } from '../../content/service.ts'
import type { LocalQuery } from './parse-query.ts'

/** A page as the index takes it; texts in one line each. */
export interface IndexedPage {
  /** Which page it is: one that comes again replaces what is there of it. */
  key: string
  /** Where it is. */
  url: string
  host: string
  title: string
  headings: string
  text: string
  /** Two or three letters; null where the page does not say. */
  language: string | null
  /** ISO 3166, in capitals; null where the page does not say. */
  country: string | null
  /** Epoch milliseconds: when it was written, or else seen. */
  date: number
  /** Tells whether it has changed. */
  digest: string
  /** Epoch milliseconds from which it is gone; null: it stays. */
  expiresAt: number | null
}

/** A page as its words are indexed. */
export type PageWords = { id: number } & Pick<
  IndexedPage,
  'url' | 'host' | 'title' | 'headings' | 'text' | 'language' | 'country'
>

/** A page that was found. */
export interface IndexHit {
  /** 0 where it has all that is asked for; those of a higher rank have less of it. */
  rank: number
  id: number
  url: string
  title: string
  date: number
  /** The higher, the better it fits among those of its rank. */
  score: number
}

export interface IndexFilter {
  language?: string
  country?: string
}

/**
 * A full-text index of pages, in partitions that know nothing of each other: one for each account, and one that all
 * may search. Any text search that can rank will do behind it.
 */
export interface PageIndex {
  /** What is there of a page. */
  known(partition: string, key: string): Promise<{ digest: string; expiresAt: number | null } | undefined>
  /** Puts a page in, in place of what is there of it, and drops the oldest beyond `most`. */
  put(tx: Tx, partition: string, page: IndexedPage, most: number | null): Promise<void>
  /** Takes a page out of a partition, where it is there. */
  remove(tx: Tx, partition: string, key: string): Promise<void>
  /**
   * The best pages of some partitions, some more than are wanted; where fewer have all that is asked for, also those
   * that have some of it.
   */
  find(
    partitions: readonly string[],
    query: LocalQuery,
    filter: IndexFilter,
    wanted: number,
    context: ConvertContext,
  ): Promise<{ hits: IndexHit[]; isWhole: boolean }>
  /** The text of a page that was found; undefined where it has just gone. */
  text(id: number): Promise<string | undefined>
  /** Drops what has expired, some at a time; gives how many went. */
  sweep(now: number, most: number): Promise<number>
  start(): Promise<void>
  close(): Promise<void>
}

/** The partition that all accounts may search. */
export const SHARED = 'public'
