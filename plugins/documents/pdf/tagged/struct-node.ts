import type { Run } from '../model.ts'

/**
 * A node of the structure tree from pdf.js: an element with a `role`, or marked content with an `id`.
 */
export interface StructNode {
  role?: string
  alt?: string
  children?: StructNode[]
  type?: string
  id?: string
}

/** Maximum depth to which trees are followed. */
export const MAX_DEPTH = 200

/** Runs by the id of their marked content. */
export type Marked = ReadonlyMap<string, readonly Run[]>

/** All runs within an element, in the order of the tree. */
export function runsIn(node: StructNode, marked: Marked, depth: number): Run[] {
  if (node.type === 'content') return [...(marked.get(node.id ?? '') ?? [])]
  if (depth > MAX_DEPTH) return []
  return (node.children ?? []).flatMap((child) => runsIn(child, marked, depth + 1))
}

/** Inline elements. Source: ISO 32000-1, section 14.8.4.4. */
const INLINE = new Set([
  'Span',
  'Link',
  'Reference',
  'Quote',
  'Em',
  'Strong',
  'Code',
  'Annot',
  'Ruby',
  'RB',
  'RT',
  'RP',
  'Warichu',
  'WT',
  'WP',
  'Sub',
  'Lbl',
  'BibEntry',
])
/** Elements that may be inline or contain blocks. */
const EITHER = new Set(['NonStruct', 'Private'])

/** Whether an element is inline. */
export function isInline(node: StructNode, depth: number): boolean {
  if (node.role === undefined) return true
  if (!INLINE.has(node.role) && !EITHER.has(node.role)) return false
  return depth > MAX_DEPTH || (node.children ?? []).every((child) => isInline(child, depth + 1))
}
