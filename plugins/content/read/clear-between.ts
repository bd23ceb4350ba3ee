import { releaseMemory } from 'weirjs/toolkit'
import type { Tree } from '../tree/index.ts'

/** The nodes of a large page. Real pages have some 30 per kilobyte, so those below 3 MB are not large. */
const MANY_NODES = 100_000
/** The characters of a large document. */
const LONG_TEXT = 500_000
/** The bytes of a large source: after smaller ones, collecting garbage takes more time than it is worth. */
const MANY_BYTES = 4 * 1024 * 1024

/**
 * Frees what a stage of reading a large page leaves behind, before the next stage begins. The engine by itself lets
 * garbage grow in proportion to the memory in use, and the tree of a large page is in use until the end: seven
 * formats grew to eight times the tree.
 */
export function clearBesideTree({ nodes }: Tree): void {
  if (nodes.length > MANY_NODES) releaseMemory()
}

/** The same for a document with this text. */
export function clearBesideText({ length }: string): void {
  if (length > LONG_TEXT) releaseMemory()
}

/** The same after all formats are made: their source, such as the cells of a table, is no longer in use. */
export function clearBesideSource({ byteLength }: Uint8Array): void {
  if (byteLength > MANY_BYTES) releaseMemory()
}
