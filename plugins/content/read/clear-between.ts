import { releaseMemory } from 'weirjs/toolkit'
import type { Tree } from '../tree/index.ts'

/** Nodes of a page that is large. Real pages have some 30 for each kilobyte, so those below 3 MB are not. */
const MANY_NODES = 100_000
/** Characters of a document that is large. */
const LONG_TEXT = 500_000
/** Bytes of a source that is large: clearing away after smaller ones gains less than it takes. */
const MANY_BYTES = 4 * 1024 * 1024

/**
 * Frees what a stage of reading a large page leaves behind, before the next begins. The engine by itself lets garbage
 * grow with what is in use, and the tree of a large page is in use until the end: seven formats came to eight times
 * the tree.
 */
export function clearBesideTree({ nodes }: Tree): void {
  if (nodes.length > MANY_NODES) releaseMemory()
}

/** The same for a document that is written as this text. */
export function clearBesideText({ length }: string): void {
  if (length > LONG_TEXT) releaseMemory()
}

/** The same where all formats are made: what they were made of, such as the cells of a table, is in use no longer. */
export function clearBesideSource({ byteLength }: Uint8Array): void {
  if (byteLength > MANY_BYTES) releaseMemory()
}
