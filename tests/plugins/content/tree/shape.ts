import { type DefaultTreeAdapterMap, parse as parseAsBrowser } from 'parse5'
import { BLOCK, type Node, parse, tagOf } from '../../../../plugins/content/tree/index.ts'

/** Elements whose white space our tree drops, so that it does not count as a difference. */
const spaceless = new Set([
  'html',
  'head',
  'table',
  'tbody',
  'thead',
  'tfoot',
  'tr',
  'colgroup',
  'ul',
  'ol',
  'dl',
  'select',
  'optgroup',
  'svg',
  'picture',
])

/** The markup of our tree, on one line. */
export const shapeOf = (html: string): string => ours(parse(html).html)

const ours = (node: Node): string => {
  if (node.kind === 3) return node.data
  const attrs: [string, string][] = []
  for (let i = 0; i < node.attrs.length; i += 2) attrs.push([node.attrs[i]!, node.attrs[i + 1]!])
  let inner = ''
  for (let child = node.first; child !== null; child = child.next) inner += ours(child)
  return written(node.name, attrs, inner)
}

type BrowserNode = DefaultTreeAdapterMap['node']

/** The markup of a browser's tree without scripts, on one line. */
export const browserShapeOf = (html: string): string => {
  const { childNodes } = parseAsBrowser(html, { scriptingEnabled: false })
  return childNodes.map((node) => theirs(node, 'html')).join('')
}

const theirs = (node: BrowserNode, parent: string): string => {
  if ('value' in node)
    return node.value.trim() === '' && (spaceless.has(parent) || isAtEdge(node, parent)) ? '' : node.value
  if (!('tagName' in node)) return ''
  const children = 'content' in node ? node.content.childNodes : node.childNodes
  const attrs = node.attrs.map(({ name, value }): [string, string] => [name.toLowerCase(), value])
  const name = node.tagName.toLowerCase()
  return written(name, attrs, children.map((child) => theirs(child, name)).join(''))
}

/** Our tree drops white space at the edges of blocks, which is never shown, except in preformatted text. */
const isAtEdge = (node: BrowserNode, parent: string): boolean => {
  if (parent === 'pre' || !('parentNode' in node) || node.parentNode === null) return false
  const siblings: BrowserNode[] = node.parentNode.childNodes.filter(({ nodeName }) => nodeName !== '#comment')
  const before = siblings[siblings.indexOf(node) - 1]
  return isBlock(before?.nodeName ?? parent)
}
const isBlock = (name: string) => (tagOf(name).flags & BLOCK) !== 0

const written = (name: string, attrs: readonly [string, string][], inner: string) =>
  `<${name}${attrs.map(([key, value]) => ` ${key}="${value}"`).join('')}>${inner}</${name}>`
