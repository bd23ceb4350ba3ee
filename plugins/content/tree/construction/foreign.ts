import { ENDS_FOREIGN, knownTag, type TagInfo } from '../tags.ts'
import type { Construction } from './construction.ts'
import { HTML_NS, SVG_NS } from './open-elements.ts'

const P = knownTag('p')
const BR = knownTag('br')

/** Elements of SVG and of MathML that contain HTML. */
const svgHtml = new Set(['foreignobject', 'desc', 'title'])
const mathHtml = new Set(['mi', 'mo', 'mn', 'ms', 'mtext', 'annotation-xml'])
const fontAttributes = new Set(['color', 'face', 'size'])

/** Whether the current element is one of SVG or MathML that contains HTML. */
const holdsHtml = ({ open }: Construction, isStartTag: boolean): boolean => {
  const { current, namespace } = open
  if (namespace === SVG_NS) return svgHtml.has(current.name)
  if (!mathHtml.has(current.name)) return false
  return current.name !== 'annotation-xml' || !isStartTag || current.attrs.some((value) => /html/i.test(value))
}

const leaveForeign = (tree: Construction): void => {
  while (tree.open.namespace !== HTML_NS && !holdsHtml(tree, false)) tree.open.pop()
}

/** Handles a start tag inside SVG or MathML; false if it belongs to HTML, after closing what it ends. */
export const startForeign = (
  tree: Construction,
  tag: TagInfo,
  attrs: readonly string[],
  selfClosing: boolean,
): boolean => {
  if (holdsHtml(tree, true)) return false
  const isHtmlFont = tag.name === 'font' && attrs.some((name, i) => i % 2 === 0 && fontAttributes.has(name))
  if ((tag.flags & ENDS_FOREIGN) === 0 && !isHtmlFont) {
    tree.push(tag, attrs, tree.open.namespace, selfClosing)
    return true
  }
  leaveForeign(tree)
  return false
}

/** Handles an end tag inside SVG or MathML; false if it belongs to the HTML around it. */
export const endForeign = (tree: Construction, tag: TagInfo): boolean => {
  if (tag === P || tag === BR) {
    leaveForeign(tree)
    return false
  }
  const { open } = tree
  for (let i = open.length - 1; i > 0 && open.namespaceAt(i) !== HTML_NS; i--) {
    if (open.at(i).name !== tag.name) continue
    open.popTo(i)
    return true
  }
  return false
}
