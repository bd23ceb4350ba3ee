import { CUT, HIDDEN } from '../../clean/visibility.ts'
import { ELEMENT, type Element, type Tree, UNSEEN } from '../../tree/index.ts'

/** Shorter texts are usually labels, not sentences. */
const MIN_SENTENCE = 40

/** Numbers of characters in each element, by id. */
interface Measure {
  /**
   * Text outside links that is long enough to be a sentence, and text of headings, code and cells of any length.
   */
  prose: Float64Array
  /** All visible text, including links. */
  text: Float64Array
}

export const measure = ({ nodes, body }: Tree, marks: Uint8Array): Measure => {
  const prose = new Float64Array(nodes.length)
  const text = new Float64Array(nodes.length)
  let proseFrom = 0
  for (let id = body.id + 1; id <= body.end; id++) {
    const node = nodes[id]!
    if (node.kind === ELEMENT) {
      if ((marks[id]! & (CUT | HIDDEN)) !== 0 || (node.tag.flags & UNSEEN) !== 0) id = node.end
      else if (outside.has(node.name)) proseFrom = Math.max(proseFrom, node.end + 1)
      continue
    }
    const { data } = node
    const parent = node.parent!
    text[parent.id]! += data.trim().length
    if (id < proseFrom || (data.length < MIN_SENTENCE && !countsShort(parent))) continue
    prose[parent.id]! += data.length
  }
  for (let id = body.end; id > body.id; id--) {
    const { parent } = nodes[id]!
    if (parent === null) continue
    prose[parent.id]! += prose[id]!
    text[parent.id]! += text[id]!
  }
  return { prose, text }
}

const outside = new Set(['a', 'nav', 'footer', 'button', 'select', 'form', 'noscript', 'svg', 'label'])
const short = new Set(['p', 'td', 'th', 'code', 'pre', 'dd', 'b', 'em', 'i', 'strong', 'blockquote'])
const countsShort = ({ name }: Element) => short.has(name)
