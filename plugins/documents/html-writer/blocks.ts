import { escape, tag } from './markup.ts'

/** The position of a list item. */
export interface Item {
  /** 0 for the outermost. */
  level: number
  ordered: boolean
  /** The number in an ordered list, from 1. */
  number: number
  /** Identifies the list. */
  list: string
}

/** A block of a document. As in office programs, list items and lines of code are blocks of their own. */
export type Block =
  | { kind: 'html'; html: string }
  | { kind: 'item'; html: string; item: Item }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; html: string }

/** The minimum length of a block in characters. */
export const lengthOf = (block: Block): number => (block.kind === 'code' ? block.text.length : block.html.length)

/** Markup as a block of its own. */
export const htmlBlock = (html: string): Block => ({ kind: 'html', html })

interface OpenList {
  level: number
  /** The number of its last item. */
  number: number
  name: 'ol' | 'ul'
  list: string
}

/** Lists that are nested deeper are flattened. */
const MAX_LEVELS = 12

/** Writes blocks as HTML. Items are grouped into lists, and so are lines of code and quoted paragraphs. */
export function writeBlocks(blocks: readonly Block[]): string {
  const parts: string[] = []
  const lists: OpenList[] = []
  const closeLists = (count: number) => {
    while (lists.length > count) parts.push(`${parts.pop()}</li></${lists.pop()!.name}>`)
  }
  for (let i = 0; i < blocks.length; i++) {
    const block = blocks[i]!
    if (block.kind === 'item') {
      writeItem(block.html, block.item, lists, parts, closeLists)
      continue
    }
    closeLists(0)
    if (block.kind === 'html') {
      parts.push(block.html)
      continue
    }
    const run = [block]
    for (let next = blocks[i + 1]; next?.kind === block.kind; next = blocks[i + 1]) {
      run.push(next as typeof block)
      i++
    }
    parts.push(together(run))
  }
  closeLists(0)
  return parts.join('\n')
}

const writeItem = (
  html: string,
  { level: wanted, ordered, number, list }: Item,
  lists: OpenList[],
  parts: string[],
  closeLists: (count: number) => void,
) => {
  const level = Math.min(wanted, MAX_LEVELS)
  const name = ordered ? 'ol' : 'ul'
  const deeper = lists.findIndex((each) => each.level > level)
  if (deeper >= 0) closeLists(deeper)
  const last = lists.at(-1)
  if (last !== undefined && last.level === level) {
    // Programs often start a new list where a reader sees the same one continue.
    if (last.name === name && (last.list === list || !ordered || number === last.number + 1)) {
      last.number = number
      parts.push(`${parts.pop()}</li>`, `<li>${html}`)
      return
    }
    closeLists(lists.length - 1)
  }
  lists.push({ level, number, name, list })
  parts.push(`<${name}${ordered && number !== 1 ? ` start="${number}"` : ''}><li>${html}`)
}

const together = (blocks: readonly Block[]): string => {
  const [first] = blocks
  if (first?.kind === 'code') {
    const text = blocks.map((block) => (block.kind === 'code' ? block.text : '')).join('\n')
    return tag('pre', tag('code', escape(text)))
  }
  return tag('blockquote', blocks.map((block) => (block.kind === 'code' ? '' : block.html)).join('\n'))
}
