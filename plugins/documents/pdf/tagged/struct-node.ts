import type { Run } from '../model.ts'

/**
 * What pdf.js gives of the structure tree: elements by their `role`, and the marked content that they hold by its
 * `id`.
 */
export interface StructNode {
  role?: string
  alt?: string
  children?: StructNode[]
  type?: string
  id?: string
}

/** Deeper trees are not followed. */
export const MAX_DEPTH = 200

/** Runs by the name of the marked content that they belong to. */
export type Marked = ReadonlyMap<string, readonly Run[]>

/** The runs of all that an element holds, in the order of the tree. */
export function runsIn(node: StructNode, marked: Marked, depth: number): Run[] {
  if (node.type === 'content') return [...(marked.get(node.id ?? '') ?? [])]
  if (depth > MAX_DEPTH) return []
  return (node.children ?? []).flatMap((child) => runsIn(child, marked, depth + 1))
}

/** Elements that stand in a line of text. Source: ISO 32000-1, section 14.8.4.4. */
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
/** Elements that may stand in a line or hold blocks. */
const EITHER = new Set(['NonStruct', 'Private'])

/** Whether an element is a piece of a line. */
export function isInline(node: StructNode, depth: number): boolean {
  if (node.role === undefined) return true
  if (!INLINE.has(node.role) && !EITHER.has(node.role)) return false
  return depth > MAX_DEPTH || (node.children ?? []).every((child) => isInline(child, depth + 1))
}
