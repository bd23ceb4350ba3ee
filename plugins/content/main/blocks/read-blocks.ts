import { CUT, HIDDEN } from '../../clean/visibility.ts'
import { BLOCK, type Element, TEXT, type Tree, UNSEEN, wordless } from '../../tree/index.ts'
import { BlockBuilder } from './block-builder.ts'
import type { Blocks } from './blocks.ts'
import { FIELDS, IMAGES, LINKS } from './stats.ts'

/** Elements that separate text as block elements do. */
const apart = new Set(['button', 'summary', 'legend'])
const emphasis = new Set(['b', 'strong', 'em', 'i'])

/**
 * Reads the blocks of a body. Skips what is marked as cut, and inline elements marked as hidden, such as `noscript`.
 */
export const readBlocks = (tree: Tree, marks: Uint8Array): Blocks => {
  const { nodes, body } = tree
  const builder = new BlockBuilder(tree, countTexts(tree))
  const holders: Element[] = [body]
  /** Ids of the last nodes of the current hidden element, link, and emphasis. */
  let hiddenEnd = -1
  let linkEnd = -1
  let markedEnd = -1
  let breaks = 0
  for (let id = body.id + 1; id <= body.end; id++) {
    while (holders[holders.length - 1]!.end < id) {
      builder.end(id - 1)
      holders.pop()
    }
    const node = nodes[id]!
    if (node.kind === TEXT) {
      const holder = holders[holders.length - 1]!.id
      if (builder.text(id, node.data, holder, id <= linkEnd, id <= markedEnd, id <= hiddenEnd)) breaks = 0
      continue
    }
    const { name } = node
    const mark = marks[id]!
    if ((mark & CUT) !== 0 || (node.tag.flags & UNSEEN) !== 0 || wordless.has(name)) {
      id = node.end
      continue
    }
    if ((mark & HIDDEN) !== 0) {
      if ((node.tag.flags & BLOCK) === 0) {
        id = node.end
        continue
      }
      hiddenEnd = Math.max(hiddenEnd, node.end)
    }
    if ((node.tag.flags & BLOCK) !== 0 || apart.has(name)) {
      builder.end(id - 1)
      holders.push(node)
      if (name === 'button') builder.add(FIELDS)
      continue
    }
    switch (name) {
      case 'a':
        if (node.attrs.includes('href')) {
          linkEnd = Math.max(linkEnd, node.end)
          builder.add(LINKS)
        }
        break
      case 'br':
        // On old pages, two of them separate paragraphs.
        if (++breaks >= 2) builder.end(id)
        break
      case 'img':
        builder.add(IMAGES)
        break
      case 'input':
        builder.add(FIELDS)
        break
      default:
        if (emphasis.has(name)) markedEnd = Math.max(markedEnd, node.end)
    }
  }
  builder.end(body.end)
  return builder.blocks()
}

const countTexts = ({ nodes, body }: Tree): number => {
  let texts = 0
  for (let id = body.id + 1; id <= body.end; id++) if (nodes[id]!.kind === TEXT) texts++
  return texts
}
