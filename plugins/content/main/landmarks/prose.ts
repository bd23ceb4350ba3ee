import { CUT, HIDDEN } from '../../clean/visibility.ts'
import { ELEMENT, type Element, type Tree, UNSEEN } from '../../tree/index.ts'

/** Shorter texts are usually labels, not sentences. */
const MIN_SENTENCE = 40

/**
 * Characters of prose in each element, by its id: text outside of links that is long enough to say something, and
 * text of headings, code and cells, which need not be.
 */
export const measureProse = ({ nodes, body }: Tree, marks: Uint8Array): Float64Array => {
  const prose = new Float64Array(nodes.length)
  for (let id = body.id + 1; id <= body.end; id++) {
    const node = nodes[id]!
    if (node.kind === ELEMENT) {
      if ((marks[id]! & (CUT | HIDDEN)) !== 0 || (node.tag.flags & UNSEEN) !== 0 || outside.has(node.name))
        id = node.end
      continue
    }
    const { length } = node.data
    const parent = node.parent!
    if (length < MIN_SENTENCE && !countsShort(parent)) continue
    prose[parent.id]! += length
  }
  for (let id = body.end; id > body.id; id--) {
    const { parent } = nodes[id]!
    if (parent !== null) prose[parent.id]! += prose[id]!
  }
  return prose
}

const outside = new Set(['a', 'nav', 'footer', 'button', 'select', 'form', 'noscript', 'svg', 'label'])
const short = new Set(['p', 'td', 'th', 'code', 'pre', 'dd', 'b', 'em', 'i', 'strong', 'blockquote'])
const countsShort = ({ name }: Element) => short.has(name)
