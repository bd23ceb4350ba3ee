import type { ContentOptions } from 'weirjs/schemas'

/** What a website answers with. */
export interface SiteAnswer {
  headers: Record<string, string>
  body: Uint8Array
}

/** Work on one size of a construction. */
export interface Work {
  /** Of what the website, the document or the caller sends. */
  inputBytes: number
  run(): Promise<Yield>
}

/** What comes of a construction. */
export interface Yield {
  /** Characters of each thing. */
  sizes: Record<string, number>
  /** Of a document that is packed: bytes of what was read of it, to which its formats are in proportion. */
  readBytes?: number
}

/** Something that may be sent to harm, in any size. */
export interface Construction {
  /** Unique within its group. */
  name: string
  /** Work in this process on `count` repetitions. */
  prepare(count: number): Work
  /** The same as an answer of a website; undefined where it is none. */
  answer?(count: number): SiteAnswer
  /** Repetitions that make the smallest of the three sizes. */
  count: number
  /** Bytes that the sum of all outputs may have, where the bound of a conversion is not it. */
  maxOutput?: (inputBytes: number) => number
}

export type Options = Partial<Omit<ContentOptions, 'formats'>>

/** Bytes of the smallest of the three sizes of a text that is repeated. */
export const MIN_SIZE = 64 * 1024

/** How often a piece is repeated to fill the smallest size: what it adds is seen by making it twice. */
export function countFor(make: (count: number) => { length: number }, bytes = MIN_SIZE): number {
  const few = make(50).length
  const each = Math.max(1, (make(100).length - few) / 50)
  return Math.max(1, Math.ceil(bytes / each))
}

export const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/** A piece for each number below a count. */
export const each = (count: number, piece: (i: number) => string): string => {
  const pieces: string[] = []
  for (let i = 0; i < count; i++) pieces.push(piece(i))
  return pieces.join('')
}

/** Elements within each other, closed again. */
export const nested = (count: number, open: string, close: string, within = 'a'): string =>
  open.repeat(count) + within + close.repeat(count)
