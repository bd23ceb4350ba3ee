import type { Tree } from '../../tree/index.ts'
import type { Blocks } from '../blocks/blocks.ts'
import type { Lexicon } from '../model/lexicon.ts'
import { type Containers, eachHolder, emptyContainers, wordsWithin } from './containers.ts'
import { insideOf } from './inside.ts'
import { NAMELESS, NameReader } from './names.ts'
import { markSiblingGroups } from './sibling-groups.ts'

/** Reads the elements that contain blocks, outermost first: what each inherits, and their sibling groups. */
export const readContainers = (tree: Tree, blocks: Blocks, lexicon: Lexicon): Containers => {
  const containers = emptyContainers(tree, blocks)
  const total = wordsWithin(containers, 0, blocks.count)
  readPlaces(tree, containers, total)
  readNames(tree, containers, total, lexicon)
  markSiblingGroups(tree, containers)
  return containers
}

const MAX_DEPTH = 65_535

const sections = new Set(['article', 'section', 'main', 'nav', 'aside', 'header', 'footer', 'form', 'table', 'dialog'])

/** Fills in what each element takes from its ancestors: depth, tags and roles, section. */
const readPlaces = (tree: Tree, containers: Containers, total: number): void => {
  const { before, depth, inside, outer, section, half } = containers
  eachHolder(tree, containers, (element, from, to) => {
    const { id } = element
    const parent = element.parent!
    depth[id] = Math.min(MAX_DEPTH, depth[parent.id]! + 1)
    inside[id] = inside[parent.id]! | insideOf(element)
    const isAlone = before[parent.id] === from && before[parent.end + 1] === to
    outer[id] = isAlone ? outer[parent.id]! : parent.id
    section[id] = sections.has(element.name) ? id : section[parent.id]!
    if (half[parent.id]! >= 0) half[id] = half[parent.id]!
    else half[id] = wordsWithin(containers, from, to) * 2 < total ? id : -1
  })
}

/** The names of an element with more than this share of the page's words say nothing about its content. */
const NEARLY_ALL = 0.9

/** Fills in the names of each element and its ancestors. */
const readNames = (tree: Tree, containers: Containers, total: number, lexicon: Lexicon): void => {
  const { kinds, ownKinds, least, most, nearest, sum } = containers
  const names = new NameReader(lexicon)
  eachHolder(tree, containers, (element, from, to) => {
    const { id } = element
    const parent = element.parent!.id
    const naming = element.attrs.length === 0 ? NAMELESS : names.read(element)
    const isWide = wordsWithin(containers, from, to) > total * NEARLY_ALL
    const counts = naming.known > 0 && !isWide
    ownKinds[id] = naming.kinds
    kinds[id] = kinds[parent]! | (isWide ? 0 : naming.kinds)
    least[id] = counts ? Math.min(least[parent]!, naming.least) : least[parent]!
    most[id] = counts ? Math.max(most[parent]!, naming.most) : most[parent]!
    nearest[id] = counts ? naming.sum / naming.known : nearest[parent]!
    sum[id] = sum[parent]! + (counts ? naming.sum / naming.known : 0)
  })
}
