import type { Room } from '../../budget.ts'
import { CUT } from '../../clean/visibility.ts'
import { cutText } from '../../cut/text.ts'
import {
  attr,
  ELEMENT,
  type Element,
  find,
  findAll,
  isElement,
  type Node,
  TEXT,
  type Tree,
  textContent,
} from '../../tree/index.ts'
import type { View } from '../../view/view.ts'

/** Class names that describe the presentation of code, not its language. */
const noLanguage = new Set([
  'none',
  'auto',
  'plain',
  'plaintext',
  'text',
  'nohighlight',
  'code',
  'highlight',
  'source',
  'default',
  'wrap',
  'block',
])

/** Prefixes of a language name, and names after which the next name is the language. */
const languagePrefix = /^(?:language-|lang-|highlight-source-|highlight-text-|highlight-|brush:)/i
const languageNext = /^(?:brush:|sourceCode|hljs)$/i

/** Languages that some pages use as a bare class of the code itself. */
const languages = new Set(
  'bash cpp csharp css golang haskell html java javascript json kotlin lua perl php powershell python ruby rust scala sql swift typescript xml yaml'.split(
    ' ',
  ),
)

/** The language among the class names of the code itself; empty for none. */
const languageAmong = (names: string): string =>
  names.split(/\s+/).find((word) => languages.has(word.toLowerCase())) ?? ''

/** The language that class names declare with a prefix; empty for none. */
const languageIn = (names: string): string => {
  const words = names.split(/\s+/).filter(Boolean)
  for (const [i, word] of words.entries()) {
    const next = languageNext.test(word) ? words[i + 1]?.replace(languagePrefix, '') : undefined
    const found = next || word.replace(languagePrefix, '')
    if (found === word || found === '') continue
    // A brush is a list of settings: `brush: ruby; gutter: false`.
    const end = /^brush:/i.test(word) ? /[`;]/ : '`'
    return found.slice(0, MAX_LANGUAGE).split(end)[0]!
  }
  return ''
}

/** Class names of line numbers. */
const lineNumber =
  /(?:^|\s)(?:lineno|linenos|linenumbers?|line-numbers?|line-numbers-rows|gutter|rouge-gutter|blob-num|hljs-ln-numbers|hljs-ln-n|ln-num|react-code-line-number|codehilite-linenos|lnt?|crayon-nums?|line-num)(?:\s|$)/i

/**
 * The most characters of class names that are searched: those of an element around code blocks are searched for each
 * block.
 */
const MAX_NAMES = 300
const MAX_LANGUAGE = 30

const languageAttributes = ['data-lang', 'data-language', 'data-syntax-language', 'data-enlighter-language']

/**
 * The language of a code block, from its own class names or those of the elements closest around it; empty for none.
 */
export const languageOf = (tree: Tree, pre: Element): string => {
  const code = find(tree, pre, 'code')
  const around = [code, pre, pre.parent, pre.parent?.parent]
  for (const element of around) {
    if (!element || element.name === 'body' || element.name === 'td') continue
    const named = languageAttributes.map((name) => attr(element, name)).find((value) => value !== null)
    const names = (attr(element, 'class') ?? '').slice(0, MAX_NAMES)
    const isCode = element === code || element === pre
    const found =
      named?.slice(0, MAX_NAMES).trim() ||
      languageIn(names) ||
      (isCode ? languageAmong(`${names} ${(attr(element, 'lang') ?? '').slice(0, MAX_NAMES)}`) : '')
    if (found && /^[^\s`]{1,30}$/.test(found) && !noLanguage.has(found.toLowerCase())) return found
  }
  return ''
}

/** The most nodes of a label: its text, the elements around it, and a button beside it. */
const MAX_LABEL_NODES = 16
/** How many elements around a code block a label may be beside. */
const MAX_AROUND = 3
/** Labels of controls that copy the code. */
const copies = /^(?:copy|copied|copy code|copy to clipboard|select all)!?$/

/**
 * Whether an element only labels the code block after it: with its language, which the fence names too, with `Code:`,
 * or with a button that copies it.
 */
export const isLabelOfCode = (tree: Tree, element: Element): boolean => {
  if (element.end - element.id > MAX_LABEL_NODES) return false
  const code = codeAt(element.next)
  if (code === null) return false
  let label = ''
  let control = ''
  for (let id = element.id + 1; id <= element.end; id++) {
    const node = tree.nodes[id]!
    if (node.kind === TEXT) label += node.data
    else if (node.name === 'button' || (node.name === 'a' && attr(node, 'href')?.trim() === '#')) {
      control += textContent(tree, node)
      id = node.end
    }
  }
  label = label.trim().toLowerCase()
  if (label === '') return copies.test(control.trim().toLowerCase())
  return label === 'code:' || copies.test(label) || label === languageOf(tree, code).toLowerCase()
}

/** The code block that a node is, or that is first in it. */
const codeAt = (node: Node | null): Element | null => {
  let at = node
  for (let depth = 0; depth <= MAX_AROUND; depth++) {
    while (at?.kind === TEXT && at.data.trim() === '') at = at.next
    if (!isElement(at)) return null
    if (at.name === 'pre') return at
    at = at.first
  }
  return null
}

/** Elements that each form a line of code. */
const lines = new Set(['div', 'p', 'li', 'tr'])

/** The text of a code block, as far as there is room: with its white space, without line numbers and buttons. */
export const codeText = ({ marks }: View, pre: Element, room: Room): string => {
  let text = ''
  // Kept separately: reading the end of a concatenated string would copy it each time.
  let last = ''
  const add = (part: string) => {
    if (part === '') return
    const fitting = room.left < part.length ? cutText(part, Math.max(0, room.left)) : part
    room.take(part.length)
    text += fitting
    last = part[part.length - 1]!
  }
  const read = (parent: Element) => {
    for (let node: Node | null = parent.first; node !== null && !room.isFull; node = node.next) {
      if ((marks[node.id]! & CUT) !== 0) continue
      if (node.kind === TEXT) {
        add(node.data)
        continue
      }
      if (node.name === 'br') {
        add('\n')
        continue
      }
      if (node.name === 'button' || node.name === 'style' || node.name === 'script' || isLineNumber(node)) continue
      const isBlock = lines.has(node.name)
      if (text !== '' && (isBlock ? last !== '\n' : isOneOfLines(node) && (last !== '\n' || isEmpty(node.prev))))
        add('\n')
      read(node)
      if (isBlock && node.next !== null && last !== '\n') add('\n')
    }
  }
  read(pre)
  // The last line break of the source only ends the last line.
  return text.replace(/\n$/, '').replaceAll('\u00a0', ' ')
}

/** Class names of elements that a stylesheet displays as lines. */
const lineNames = /(?:^|\s)(?:code-|token-)?line(?:\s|$)/

/**
 * Whether an element is one line of a code block: some pages put each line in a `code` of its own, or in a `span`
 * without line breaks between them.
 */
const isOneOfLines = (element: Element): boolean => {
  const { name, prev } = element
  if (prev?.kind !== ELEMENT || prev.name !== name) return false
  return name === 'code' || (name === 'span' && isNamedLine(element) && isNamedLine(prev))
}

const isNamedLine = (span: Element): boolean => lineNames.test((attr(span, 'class') ?? '').slice(0, MAX_NAMES))

/** An empty line element has no line break of its own either. */
const isEmpty = (node: Node | null): boolean => node !== null && isElement(node) && node.first === null

const isLineNumber = (element: Element): boolean => {
  const names = attr(element, 'class')
  return names !== null && lineNumber.test(names)
}

/** The code cells of a table that only puts line numbers beside code; null for any other table. */
export const codeColumn = (tree: Tree, table: Element): Element[] | null => {
  let end = -1
  const code: Element[] = []
  let numbered = 0
  for (const cell of findAll(tree, table, 'td')) {
    // Content within a cell is part of that cell's text.
    if (cell.id <= end) continue
    end = cell.end
    if (isLineNumber(cell) || attr(cell, 'data-line-number') !== null || countsLines(tree, cell)) numbered++
    else code.push(cell)
  }
  return numbered > 0 && numbered >= code.length && code.length > 0 ? code : null
}

/** Whether a cell contains only consecutive numbers, in a code block too. */
const countsLines = ({ nodes }: Tree, cell: Element): boolean => {
  let text = ''
  let isCode = false
  for (let id = cell.id + 1; id <= cell.end; id++) {
    const node = nodes[id]!
    if (isElement(node)) isCode ||= node.name === 'pre'
    else if (/[^\s\d]/.test(node.data)) return false
    else text += node.data
  }
  if (!isCode || text === '') return false
  const numbers = text.trim().split(/\s+/).map(Number)
  return numbers.every((number, i) => number === numbers[0]! + i)
}

/** Writes code as a fenced block. */
export const fenced = (code: string, language: string): string => {
  const fence = '`'.repeat(Math.max(3, longestRun(code, '`') + 1))
  return code === '' ? `${fence}${language}\n${fence}` : `${fence}${language}\n${code}\n${fence}`
}

/** The length of the longest run of a character. */
const longestRun = (text: string, c: string): number => {
  let longest = 0
  for (let at = text.indexOf(c); at >= 0; at = text.indexOf(c, at)) {
    const from = at
    while (text[at] === c) at++
    longest = Math.max(longest, at - from)
  }
  return longest
}

/**
 * Writes text as a code span, with a number of backticks that does not occur in it. White space is already collapsed.
 */
export const codeSpan = (text: string, inTable: boolean): string => {
  const ticks = '`'.repeat(text.includes('`') ? spanTicks(text) : 1)
  const pad = text.startsWith('`') || text.endsWith('`') || (/^ .* $/.test(text) && text.trim() !== '') ? ' ' : ''
  const span = `${ticks}${pad}${text}${pad}${ticks}`
  return inTable ? span.replaceAll('|', '\\|') : span
}

/** The smallest number of backticks that does not occur as a run in the text. */
const spanTicks = (text: string): number => {
  const runs = new Set(Array.from(text.matchAll(/`+/g), ([run]) => run.length))
  let ticks = 1
  while (runs.has(ticks)) ticks++
  return ticks
}
