import { collapse, type Element, isElement, TEXT, type Tree, textContent } from '../tree/index.ts'
import { trimmedLength } from '../white-space.ts'

/** The number of characters of a copy beside its original, as in a marquee that scrolls endlessly. */
const MIN_COPY = 20
const MAX_COPY = 20_000
/** The most nodes that are read for a text before the text lengths of the whole page are summed. */
const FEW_NODES = 64

/** Measures the texts of a page's elements. However they are nested, no long text is read more than twice. */
export class TextLengths {
  readonly #tree: Tree
  /** The characters of text before each node. */
  #before: Uint32Array | null = null

  constructor(tree: Tree) {
    this.#tree = tree
  }

  /**
   * The characters of text inside an element, without blanks at the ends of its runs, and without scripts and styles.
   */
  of(element: Element): number {
    const { id, end } = element
    if (this.#before === null && end - id <= FEW_NODES) return this.#lengthOfFirst(element, Number.POSITIVE_INFINITY)
    this.#before ??= textBefore(this.#tree)
    return this.#before[end + 1]! - this.#before[id + 1]!
  }

  /** Whether an element has more than `most` characters; usually its first nodes suffice. */
  isMore(element: Element, most: number): boolean {
    if (this.#lengthOfFirst(element, most) > most) return true
    return element.end - element.id > FEW_NODES && this.of(element) > most
  }

  /** Whether an element has exactly the text of the one before it. */
  isCopy(element: Element): boolean {
    let original = element.prev
    while (original !== null && original.kind === TEXT && original.data.trim() === '') original = original.prev
    if (!isElement(original) || original.name !== element.name) return false
    const length = this.of(element)
    if (length < MIN_COPY || length > MAX_COPY || length !== this.of(original)) return false
    return collapse(textContent(this.#tree, element)) === collapse(textContent(this.#tree, original))
  }

  /** The length of the text in an element's first nodes, up to the first that exceeds `most`. */
  #lengthOfFirst({ id: start, end }: Element, most: number): number {
    const { nodes } = this.#tree
    const last = Math.min(end, start + FEW_NODES)
    let length = 0
    for (let id = start + 1; id <= last && length <= most; id++) {
      const node = nodes[id]!
      if (node.kind !== TEXT) {
        if (saysNothing(node)) id = node.end
      } else length += trimmedLength(node.data)
    }
    return length
  }
}

const saysNothing = ({ name }: Element) => name === 'script' || name === 'style'

const textBefore = ({ nodes }: Tree): Uint32Array => {
  const before = new Uint32Array(nodes.length + 1)
  let silentEnd = -1
  for (let id = 0; id < nodes.length; id++) {
    const node = nodes[id]!
    before[id + 1] = before[id]!
    if (node.kind !== TEXT) {
      if (saysNothing(node)) silentEnd = Math.max(silentEnd, node.end)
    } else if (id > silentEnd) before[id + 1]! += trimmedLength(node.data)
  }
  return before
}
