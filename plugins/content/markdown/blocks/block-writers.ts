import { type Element, find, hasAttr, isEmpty, textContent } from '../../tree/index.ts'
import { escapeLineStarts } from '../inline/escape.ts'
import { startLink } from '../inline/link.ts'
import { codeText, fenced, isLabelOfCode, languageOf } from './code.ts'
import type { Flow } from './flow.ts'

/** Writes a block that has no Markdown form of its own. */
export const writeBlock = (flow: Flow, element: Element) => {
  const note = flow.footnotes.notes.get(element)
  if (note !== undefined) return writeContainer(flow, element, 'note', `[^${note}]: `, '    ')
  if (isLabelOfCode(flow.view.tree, element)) return
  flow.boundary()
  flow.children(element)
  flow.boundary()
}

const writeContainer = (
  flow: Flow,
  element: Element,
  kind: 'quote' | 'definition' | 'note',
  marker: string,
  indent: string,
) => {
  const { blocks, inline, options } = flow
  flow.boundary()
  if (!inline.flat) blocks.open(kind, options.plain ? '' : marker, options.plain ? '' : indent)
  flow.children(element)
  flow.boundary()
  if (inline.flat) return
  if (kind === 'quote' && isEmpty(element)) blocks.writeEmpty()
  blocks.close()
}

export const writeQuote = (flow: Flow, element: Element) => {
  writeContainer(flow, element, 'quote', '> ', '> ')
}

/** GitHub's dialect has no syntax for definitions: they are written as paragraphs below their term. */
export const writeDefinition = (flow: Flow, element: Element) => {
  if (flow.footnotes.notes.has(element)) writeBlock(flow, element)
  else writeContainer(flow, element, 'definition', '', '')
}

export const writeHeading = (flow: Flow, element: Element) => {
  const { inline, options } = flow
  if (inline.flat) return writeBlock(flow, element)
  flow.flush()
  flow.heading = element
  const around = flow.card?.heading === element && !options.plain ? flow.card.link : null
  const span = around && startLink(flow, around)
  const text = flow.onOneLine(element)
  if (span) inline.end(span)
  flow.heading = null
  if (text === '') return
  if (options.plain) flow.blocks.write('heading', text)
  else {
    // A trailing run of number signs would be read as the closing sequence of the heading.
    const safe = text.endsWith('#') ? text.replace(/(^|[ \t])(#+)$/, '$1\\$2') : text
    flow.blocks.write('heading', `${'#'.repeat(Number(element.name[1]))} ${safe}`)
  }
}

/** Writes a line in bold above what it introduces: a term, or the summary of details. */
const writeBold = (flow: Flow, element: Element, kind: 'para' | 'term') => {
  const { inline, options } = flow
  const holdsHeading = find(flow.view.tree, element, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6') !== null
  if (inline.flat || holdsHeading) return writeBlock(flow, element)
  flow.flush()
  flow.heading = element
  const span = inline.isWithin('strong', 'strong') ? null : inline.start('strong', 'strong')
  const text = flow.onOneLine(element)
  if (span !== null) inline.end(span)
  flow.heading = null
  if (text !== '') flow.blocks.write(kind, options.plain ? text : escapeLineStarts(text))
}

export const writeTerm = (flow: Flow, element: Element) => writeBold(flow, element, 'term')

/** Labels of a control that opens details (`Expand description`). */
const expands = /^expand\b/i
/** The most nodes and characters of such a control. */
const MAX_CONTROL_NODES = 16
const MAX_CONTROL = 30

export const writeSummary = (flow: Flow, element: Element) => {
  if (!isControl(flow, element)) writeBold(flow, element, 'para')
}

/** Whether a summary only offers to open its details, which are open already. */
const isControl = ({ view }: Flow, summary: Element): boolean => {
  const { parent } = summary
  if (parent?.name !== 'details' || !hasAttr(parent, 'open') || summary.end - summary.id > MAX_CONTROL_NODES)
    return false
  const label = textContent(view.tree, summary).trim()
  return label.length <= MAX_CONTROL && expands.test(label)
}

export const writeRule = (flow: Flow) => {
  flow.boundary()
  // Inside a list, hyphens could be read as a list marker.
  if (!flow.inline.flat && !flow.options.plain) flow.blocks.write('rule', flow.blocks.inItem ? '___' : '---')
}

export const writeCodeBlock = (flow: Flow, pre: Element) => {
  const { inline, options, view } = flow
  const text = codeText(view, pre, flow.room)
  flow.boundary()
  if (inline.flat) {
    for (const line of text.split('\n')) {
      if (options.plain) inline.text(line)
      else if (line.trim() !== '') inline.code(line.trim())
      flow.boundary()
    }
  } else if (!options.plain) flow.blocks.write('code', fenced(text, languageOf(view.tree, pre)))
  else if (text.trim() !== '') flow.blocks.write('code', text)
}

/** Writes the source of a quotation on a line of its own, as its footer is already; any other title is text. */
export const writeCite = (flow: Flow, element: Element) => {
  const { parent } = element
  const isSource = parent?.name === 'blockquote' || (parent?.parent?.name === 'blockquote' && parent.name !== 'footer')
  if (isSource) writeBlock(flow, element)
  else flow.children(element)
}
