import { ELEMENT, type Element, type Node, type Tree } from './node.ts'
import { LEADS } from './tags.ts'

/** Makes a node without a parent the last child of an element. */
export const append = (parent: Element, node: Node): void => {
  const { last } = parent
  node.parent = parent
  node.prev = last
  if (last === null) parent.first = node
  else last.next = node
  parent.last = node
}

/** Inserts a node without a parent before one that has a parent. */
export const insertBefore = (node: Node, before: Node): void => {
  const { prev, parent } = before
  node.parent = parent
  node.prev = prev
  node.next = before
  before.prev = node
  if (prev === null) parent!.first = node
  else prev.next = node
}

/** Removes a node from its parent, if it has one. */
export const detach = (node: Node): void => {
  const { parent, prev, next } = node
  if (parent === null) return
  if (prev === null) parent.first = next
  else prev.next = next
  if (next === null) parent.last = prev
  else next.prev = prev
  node.parent = null
  node.prev = null
  node.next = null
}

/** Numbers the nodes of a tree in document order, and lists them. `count` is their approximate number. */
export const number = (root: Element, count: number): Pick<Tree, 'nodes' | 'leading'> => {
  const nodes: Node[] = new Array(count)
  const leading: Element[] = []
  let node: Node = root
  let id = 0
  for (;;) {
    node.id = id
    nodes[id++] = node
    if (node.kind === ELEMENT) {
      if ((node.tag.flags & LEADS) !== 0) leading.push(node)
      if (node.first !== null) {
        node = node.first
        continue
      }
      node.end = node.id
    }
    while (node.next === null) {
      const parent: Element | null = node.parent
      if (parent === null) {
        nodes.length = id
        return { nodes, leading }
      }
      node = parent
      node.end = id - 1
    }
    node = node.next
  }
}
