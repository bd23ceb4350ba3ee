import { attr, type Element, type Node, parse } from '../../../../plugins/content/tree/index.ts'
import { renderGithub } from './equal.ts'

/**
 * The contents of a page that can be compared with another version of it: words, and texts and addresses in a normal
 * form.
 */
export interface Facts {
  words: string[]
  headings: string[]
  items: string[]
  links: string[]
}
export const factNames = ['words', 'headings', 'items', 'links'] as const

/** Elements that are not text of the page: never shown, form fields, or replacements for scripts. */
const outside = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'iframe',
  'select',
  'textarea',
  'object',
  'canvas',
])

const isOutside = (element: Element) => outside.has(element.name) || attr(element, 'hidden') !== null

/** The facts of a page's body, except those within `hidden` elements. */
export const factsOf = (html: string): Facts => {
  const facts: Facts = { words: [], headings: [], items: [], links: [] }
  const { body } = parse(html)
  facts.words = wordsOf(textOf(body))
  const visit = (node: Node) => {
    if (node.kind === 3 || isOutside(node)) return
    if (/^h[1-6]$/.test(node.name)) add(facts.headings, textOf(node))
    if (node.name === 'li') add(facts.items, textOf(node, ['ul', 'ol']))
    if (node.name === 'a') addLink(facts.links, node)
    for (let child = node.first; child !== null; child = child.next) visit(child)
  }
  visit(body)
  return facts
}

export const factsOfMarkdown = (markdown: string): Facts => factsOf(`<!doctype html><body>${renderGithub(markdown)}`)

const textOf = (element: Element, without: readonly string[] = []): string => {
  let text = ''
  const visit = (node: Node) => {
    if (node.kind === 3) text += node.data
    else if (!isOutside(node) && (node === element || !without.includes(node.name))) {
      text += ' '
      for (let child = node.first; child !== null; child = child.next) visit(child)
      text += ' '
    }
  }
  visit(element)
  return text
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const add = (to: string[], text: string) => {
  const words = wordsOf(text).join(' ')
  if (words !== '') to.push(words)
}

/** Links to other pages, if they have a text. */
const addLink = (to: string[], a: Element) => {
  const href = attr(a, 'href')?.trim() ?? ''
  if (/^(?:#|javascript:|$)/i.test(href) || wordsOf(textOf(a)).length === 0) return
  to.push(URL.parse(href, 'https://site.example/')?.href ?? href)
}

/** The share of the original entries that are still there; null if there were none. */
export const recall = (of: readonly string[], there: readonly string[]): number | null => {
  if (of.length === 0) return null
  const left = new Map<string, number>()
  for (const each of there) left.set(each, (left.get(each) ?? 0) + 1)
  let found = 0
  for (const each of of) {
    const count = left.get(each) ?? 0
    if (count === 0) continue
    left.set(each, count - 1)
    found++
  }
  return found / of.length
}
