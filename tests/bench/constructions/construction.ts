import type { ContentOptions } from 'weirjs/schemas'

/** A response of a website. */
export interface SiteAnswer {
  headers: Record<string, string>
  body: Uint8Array
}

/** The work on one size of a construction. */
export interface Work {
  /** Bytes that the website, the document or the caller sends. */
  inputBytes: number
  run(): Promise<Yield>
}

/** The result of a construction. */
export interface Yield {
  /** Characters of each output. */
  sizes: Record<string, number>
  /** For a compressed document: the size of what was read of it, to which its formats are proportional. */
  readBytes?: number
}

/** Hostile input of any size. */
export interface Construction {
  /** The name, unique within its group. */
  name: string
  /** Prepares work in this process on `count` repetitions. */
  prepare(count: number): Work
  /** The same as a response of a website; undefined if it is not one. */
  answer?(count: number): SiteAnswer
  /** The number of repetitions in the smallest of the three sizes. */
  count: number
  /** The most bytes of all outputs together, if the bound of conversions does not apply. */
  maxOutput?: (inputBytes: number) => number
}

export type Options = Partial<Omit<ContentOptions, 'formats'>>

/** Bytes of the smallest of the three sizes of a repeated text. */
export const MIN_SIZE = 64 * 1024

/** The number of repetitions for the smallest size. The size of a piece is measured by two numbers of repetitions. */
export function countFor(make: (count: number) => { length: number }, bytes = MIN_SIZE): number {
  const few = make(50).length
  const each = Math.max(1, (make(100).length - few) / 50)
  return Math.max(1, Math.ceil(bytes / each))
}

export const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Joins a piece for each number below `count`. */
export const each = (count: number, piece: (i: number) => string): string => {
  const pieces: string[] = []
  for (let i = 0; i < count; i++) pieces.push(piece(i))
  return pieces.join('')
}

/** Nested elements, with their end tags. */
export const nested = (count: number, open: string, close: string, within = 'a'): string =>
  open.repeat(count) + within + close.repeat(count)
