import { CUT } from '../../clean/visibility.ts'
import { isPixel } from '../../links/image.ts'
import { attr, BLOCK, type Element, HEADING, type Node, TEXT, type Tree } from '../../tree/index.ts'
import type { View } from '../../view/view.ts'
import type { Flow } from '../blocks/flow.ts'

/** The most characters of an address or number that names a link. */
const MAX_NAME = 100

/**
 * The name of a link in which nothing was written, such as an icon: its label, or that of what it contains; without
 * one the site, address or number that it leads to. Empty if it shows nothing, or the link beside it names the same.
 */
export const nameOfWordless = ({ view, options }: Flow, a: Element): string => {
  if (isNamedBeside(view.tree, a)) return ''
  const label = labelIn(view, a)
  return label !== '' || options.describedImagesOnly || !showsIcon(view.tree.nodes, a) ? label : goalOf(a, view.base)
}

/** The first label of a link and of the icons in it; an icon has it in its title, a picture in its `alt`. */
const labelIn = ({ tree: { nodes }, marks }: View, a: Element): string => {
  for (let id = a.id; id <= a.end; id++) {
    const node = nodes[id]!
    if ((marks[id]! & CUT) !== 0) {
      if (node.kind !== TEXT) id = node.end
      continue
    }
    if (node.kind === TEXT || (node !== a && (node.tag.flags & BLOCK) !== 0)) continue
    const label = (node.name === 'title' ? titleOf(node) : labelOf(node)).trim()
    if (label !== '') return label
  }
  return ''
}

const titleOf = ({ first }: Element): string => (first?.kind === TEXT ? first.data : '')

const labelOf = ({ attrs }: Element): string => {
  let label = ''
  for (let i = 0; i < attrs.length; i += 2) {
    const name = attrs[i]!
    if (name === 'aria-label' && attrs[i + 1]!.trim() !== '') return attrs[i + 1]!
    if (name === 'title' || (name === 'alt' && label === '')) label = attrs[i + 1]!
  }
  return label
}

/**
 * Whether a link without words or labels shows an icon: a drawing, or one that a style sheet finds by a class, or
 * because the link is alone in its parent. Others are left over from editing or count visits.
 */
const showsIcon = (nodes: readonly Node[], a: Element): boolean => {
  let shows = isAlone(a)
  for (let id = a.id; id <= a.end; id++) {
    const node = nodes[id]!
    if (node.kind === TEXT) continue
    if (node.name === 'img' && isPixel(node)) return false
    shows ||= node.name === 'svg' || (attr(node, 'class') ?? '').trim() !== ''
  }
  return shows
}

/** Whether a link is all that is in its parent, unless that is a paragraph or heading. */
const isAlone = ({ parent, prev, next }: Element): boolean =>
  parent !== null &&
  parent.name !== 'p' &&
  (parent.tag.flags & HEADING) === 0 &&
  (prev === null || (isBlankText(prev) && prev.prev === null)) &&
  (next === null || (isBlankText(next) && next.next === null))

const isBlankText = (node: Node) => node.kind === TEXT && node.data.trim() === ''

/**
 * Whether the next link leads to the same place, or the one before does and has words: the picture of a card is
 * linked beside its title, and parsers make empty links of badly nested ones.
 */
const isNamedBeside = ({ leading, nodes }: Tree, a: Element): boolean => {
  const at = indexOf(leading, a)
  const isAlike = (other: Element | undefined) => other?.name === 'a' && attr(other, 'href') === attr(a, 'href')
  const before = leading[at - 1]
  return isAlike(leading[at + 1]) || (isAlike(before) && hasWords(nodes, before!))
}

/** The index of an element in a list in document order. */
const indexOf = (elements: readonly Element[], { id }: Element): number => {
  let from = 0
  let to = elements.length
  while (from < to) {
    const middle = (from + to) >> 1
    if (elements[middle]!.id < id) from = middle + 1
    else to = middle
  }
  return from
}

const hasWords = (nodes: readonly Node[], { id: from, end }: Element): boolean => {
  for (let id = from + 1; id <= end; id++) {
    const node = nodes[id]!
    if (node.kind === TEXT && !isBlankText(node)) return true
  }
  return false
}

/**
 * The mail address, phone number or other site that a link leads to, as screen readers announce it. A link within the
 * site is a control, such as its search, unless it leads to the site's first page.
 */
const goalOf = (a: Element, base: URL): string => {
  const url = URL.parse((attr(a, 'href') ?? '').trim(), base)
  if (url === null) return ''
  const { protocol, hostname, pathname, search, hash } = url
  if (protocol === 'mailto:' || protocol === 'tel:') return decoded(pathname).slice(0, MAX_NAME)
  if (protocol !== 'http:' && protocol !== 'https:') return ''
  const site = withoutWww(hostname)
  return site !== withoutWww(base.hostname) || `${pathname}${search}${hash}` === '/' ? site : ''
}

const withoutWww = (hostname: string) => hostname.replace(/^www\./, '')

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    // It is not UTF-8.
    return text
  }
}
