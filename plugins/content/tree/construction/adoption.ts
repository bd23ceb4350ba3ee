import { append, detach } from '../link-nodes.ts'
import type { Element } from '../node.ts'
import { SCOPE, SPECIAL, TABLE_CONTEXT, type TagInfo } from '../tags.ts'
import type { Construction } from './construction.ts'

/** The most rounds of the algorithm, and copies per round: limits of the standard. */
const MAX_ROUNDS = 8
const MAX_COPIES = 3

/**
 * Handles the end tag of a formatting element, misnested or not. Source: the HTML standard, "adoption agency
 * algorithm".
 */
export const adopt = (tree: Construction, tag: TagInfo): void => {
  const { open, formatting } = tree
  if (open.current.tag === tag) {
    formatting.remove(open.current)
    open.pop()
    return
  }
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const subject = formatting.find(tag.name)
    if (subject === null) {
      open.endAny(tag)
      return
    }
    const at = open.lastIndexOf(subject)
    if (at < 0) {
      formatting.remove(subject)
      return
    }
    let blockAt = -1
    for (let i = open.length - 1; i > at; i--) {
      const flags = open.flagsAt(i)
      if ((flags & SCOPE) !== 0) return
      if ((flags & SPECIAL) !== 0) blockAt = i
    }
    if (blockAt < 0) {
      formatting.remove(subject)
      open.popTo(at)
      return
    }
    moveOut(tree, subject, at, blockAt)
  }
}

/** One round: moves the block out of the formatting element, and wraps its content in a copy of that element. */
const moveOut = (tree: Construction, subject: Element, at: number, blockAt: number): void => {
  const { open, formatting } = tree
  const block = open.at(blockAt)
  const above = open.at(at - 1)
  let bookmark = formatting.index(subject)
  let last = block
  for (let i = blockAt - 1, copies = 0; i > at; i--) {
    const node = open.at(i)
    let index = formatting.index(node)
    if (++copies > MAX_COPIES && index >= 0) {
      formatting.remove(node)
      if (index < bookmark) bookmark--
      index = -1
    }
    if (index < 0) {
      open.remove(node)
      continue
    }
    const copy = tree.copy(node)
    formatting.put(index, copy, true)
    open.replace(i, copy)
    if (last === block) bookmark = index + 1
    detach(last)
    append(copy, last)
    last = copy
  }
  detach(last)
  if ((above.tag.flags & TABLE_CONTEXT) !== 0) tree.fosterFrom(above, last)
  else append(above, last)

  const copy = tree.copy(subject)
  for (let child = block.first; child !== null; child = block.first) {
    detach(child)
    append(copy, child)
  }
  append(block, copy)
  formatting.put(bookmark, copy)
  formatting.remove(subject)
  open.move(subject, copy, block)
}
