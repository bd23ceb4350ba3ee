import { attr, BLOCK, type Element, type Tree } from '../../tree/index.ts'
import { BASIS, joinHash, PRIME } from '../words/hash.ts'
import { type Containers, eachHolder, wordsWithin } from './containers.ts'

/** From this size on, the elements of a group are items; of two, one may be a head. */
export const MIN_ITEMS = 3

/**
 * Reads the sibling groups, and which of their elements are items: those of a group of at least three, several blocks
 * each.
 */
export const markSiblingGroups = (tree: Tree, containers: Containers): void => {
  readGroups(tree, containers)
  readItems(tree, containers)
}

const readGroups = (tree: Tree, containers: Containers): void => {
  const { path, group, rank, groups } = containers
  const { body } = tree
  const keys = new Int32Array(tree.nodes.length)
  const groupAt = new Map<number, number>()
  eachHolder(tree, containers, (element, from, to) => {
    const { id } = element
    const parent = element.parent!
    const key = elementHash(element)
    keys[id] = key
    const around = parent === body ? 0 : keys[parent.parent?.id ?? 0]!
    path[id] = joinHash(joinHash(key, keys[parent.id]!), around)
    const words = wordsWithin(containers, from, to)
    const place = joinHash(Math.imul(parent.id, 0x9e3779b1 | 0), key)
    const at = groupAt.get(place)
    if (at === undefined) {
      groupAt.set(place, groups.length)
      group[id] = groups.length
      groups.push({ count: 1, blocks: to - from, words })
    } else {
      const all = groups[at]!
      group[id] = at
      rank[id] = all.count++
      all.blocks += to - from
      all.words += words
    }
  })
}

const readItems = (tree: Tree, containers: Containers): void => {
  const { group, groups, innerItem, outerItem } = containers
  eachHolder(tree, containers, (element, from, to) => {
    const { id } = element
    const parent = element.parent!.id
    const isItem = groups[group[id]!]!.count >= MIN_ITEMS && (element.tag.flags & BLOCK) !== 0 && to - from > 1
    innerItem[id] = isItem ? id : innerItem[parent]!
    outerItem[id] = outerItem[parent]! < 0 && isItem ? id : outerItem[parent]!
  })
}

/** The characters of a class that are compared. */
const MAX_STYLE_LENGTH = 80

/** The hash of an element's tag and class, without digits, which often number elements of the same kind. */
const elementHash = (element: Element): number => {
  let key = BASIS
  const { name } = element
  for (let i = 0; i < name.length; i++) key = Math.imul(key ^ name.charCodeAt(i), PRIME)
  const style = attr(element, 'class')
  if (style === null) return key
  for (let i = 0; i < style.length && i < MAX_STYLE_LENGTH; i++) {
    const c = style.charCodeAt(i)
    if (c < 48 || c > 57) key = Math.imul(key ^ c, PRIME)
  }
  return key
}
