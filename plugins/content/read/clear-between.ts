import { releaseMemory } from 'weirjs/toolkit'
import type { Tree } from '../tree/index.ts'

/** Nodes of a page that is large. Real pages have some 30 for each kilobyte, so those below 3 MB are not. */
const MANY_NODES = 100_000
/** Characters of a document that is large. */
const LONG_TEXT = 500_000

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
