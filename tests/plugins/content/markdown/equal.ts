import { HtmlRenderer, Parser } from 'commonmark'
import MarkdownIt from 'markdown-it'
import { type Element, type Node, parse } from '../../../../plugins/content/tree/index.ts'

const parser = new Parser()
const renderer = new HtmlRenderer()
const github = new MarkdownIt({ html: true }).enable(['table', 'strikethrough'])

/** Markdown rendered by the reference implementation of CommonMark. */
export const render = (markdown: string): string => renderer.render(parser.parse(markdown))
/** The same with GitHub's extensions. Boxes of task lists stay text. */
export const renderGithub = (markdown: string): string => github.render(markdown)

const blocks = /^(?:body|p|ul|ol|li|blockquote|h[1-6]|pre|hr|table|thead|tbody|tr|td|th|div)$/
const sameAs: Readonly<Record<string, string>> = { b: 'strong', i: 'em', s: 'del', strike: 'del' }

/**
 * HTML in a normal form that is equal for equal meaning: single white space and none at the edges of blocks, one
 * spelling of names and addresses, ordered attributes, no emphasis in emphasis of its own kind. A link without text
 * makes a paragraph if it is the only content, as in Markdown.
 */
export const normal = (html: string): string =>
  written(parse(html).body, '')
    .replace(/^\n<body>(<a [^>]*>)\s*<\/a><\/body>/, '\n<body><p>$1</a></p></body>')
    .replace(/\s*\n\s*/g, '\n')
    .replace(/ *<br><\/br>\s*/g, '<br>')

/** `around` has the relevant ancestors of the node: code and emphasis. */
const written = (node: Node, around: string): string => {
  const isCode = around.includes('pre ') || around.includes('code ')
  if (node.kind === 3) return isCode ? node.data : node.data.replace(/[\t\n\f\r ]+/g, ' ')
  const name = sameAs[node.name] ?? node.name
  if (name === 'input') return node.attrs.includes('checked') ? '[x]' : '[ ]'
  let inner = ''
  for (let child = node.first; child !== null; child = child.next) inner += written(child, `${around}${name} `)
  const isRepeated = (name === 'em' || name === 'strong') && around.includes(`${name} `)
  if (isRepeated) return inner
  const isBlock = blocks.test(name)
  if (isBlock && name !== 'pre' && !isCode) inner = inner.trim()
  const element = `<${name}${attributes(node)}>${inner}</${name}>`
  return isBlock ? `\n${element}\n` : element
}

const attributes = ({ attrs, name }: Element): string => {
  const found = new Map<string, string>(name === 'img' ? [['alt', '']] : [])
  for (let i = 0; i < attrs.length; i += 2) {
    const value = attrs[i + 1]!
    if (attrs[i] === 'href' || attrs[i] === 'src') found.set(attrs[i]!, spelled(value))
    else if (attrs[i] === 'align') found.set('style', `text-align:${value}`)
    else found.set(attrs[i]!, value)
  }
  return [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => ` ${key}="${value}"`)
    .join('')
}

const spelled = (address: string): string => {
  try {
    return encodeURI(decodeURI(address))
  } catch {
    // It has a percent sign that is not part of an encoding.
    return address
  }
}

const letters: Readonly<Record<string, string>> = {
  a: 'a',
  b: 's',
  blockquote: 'q',
  code: 'c',
  del: 'd',
  em: 'e',
  h1: '1',
  h2: '2',
  h3: '3',
  i: 'e',
  li: 'l',
  ol: 'o',
  pre: 'p',
  s: 'd',
  strong: 's',
  ul: 'u',
}

/**
 * Every character of a page with its relevant ancestors, on one line. It is equal for pages with the same content
 * that differ in spaces at the ends of elements, in line breaks, and in nesting of the same kind.
 */
export const annotated = (html: string): string => {
  const out: string[] = []
  const visit = (node: Node, around: string) => {
    if (node.kind === 3) {
      for (const c of node.data) if (c.trim() !== '') out.push(c + around)
      return
    }
    if (node.name === 'img') out.push(`image${around}`)
    const letter = letters[node.name] ?? ''
    const isRepeated = 'acdes'.includes(letter) && around.includes(letter)
    const inside =
      letter === '' || isRepeated
        ? around
        : Array.from(around + letter)
            .sort()
            .join('')
    for (let child = node.first; child !== null; child = child.next) visit(child, inside)
  }
  visit(parse(html).body, '')
  return out.join(' ')
}
