import {
  attr,
  collapse,
  ELEMENT,
  type Element,
  find,
  TEXT,
  type Text,
  type Tree,
  textContent,
  UNSEEN,
} from '../../tree/index.ts'
import { raisesNumber } from '../../view/seam.ts'
import { shownText } from '../../view/shown.ts'
import { isLabelOfCode } from '../blocks/code.ts'
import type { Flow } from '../blocks/flow.ts'
import type { SpanKind } from './emphasis.ts'
import { startLink } from './link.ts'
import { type Formula, formulaOf, isRendering } from './math.ts'
import { formulasIn, type MathDelimiters } from './math-text.ts'

/** Creates a writer of elements of one kind; `tag` is written if the Markdown syntax would be misread. */
export const spanWriter = (kind: SpanKind, tag: string) => (flow: Flow, element: Element) => {
  const { inline, options } = flow
  const isPlain = options.plain || (kind === 'html' && holdsFootnote(flow, element))
  if (isPlain || inline.isWithin(kind, tag)) return flow.children(element)
  const span = inline.start(kind, tag)
  flow.children(element)
  inline.end(span)
}

/** Whether an element contains only a footnote reference. */
const holdsFootnote = ({ footnotes }: Flow, { first, last }: Element): boolean =>
  footnotes.marks.size > 0 && first === last && first?.kind === ELEMENT && footnotes.marks.has(first)

const writeSup = spanWriter('html', 'sup')
/** Parts of a price that shops raise: `$` and `.95` read correctly in plain text. Bare digits would not. */
const partOfPrice = /^(?:\p{Sc}|[.,]\d\d)$/u

export const writeRaised = (flow: Flow, element: Element) => {
  const { first, last } = element
  const isPrice = first !== null && first === last && first.kind === TEXT && partOfPrice.test(first.data.trim())
  if (flow.options.plain && raisesNumber(element)) flow.inline.text('^')
  if (isPrice) flow.children(element)
  else writeSup(flow, element)
}

const writeIns = spanWriter('html', 'ins')

/** The sign, word or code of a currency, before or after an amount: `US$ 5`, `1 299,- kr`. */
const currency =
  /^(?:[A-Z]{0,3}\p{Sc}|zł|Kč|kr\.?|Ft|TL|lei|лв\.?|руб\.?|грн\.?|Rs\.?|AED|AUD|CAD|CHF|CZK|DKK|EGP|EUR|GBP|HUF|INR|NOK|PLN|RON|SAR|SEK|TRY|USD)$/u
/** An amount and what is before and after it. */
const amount = /^([^\d\s]*)\s?(\d[\d.,'’\s–-]*)([^\d.,'’\s–-]\D*)?$/u

const isPrice = (text: string): boolean => {
  const [, before = '', , after = ''] = amount.exec(text) ?? []
  return before === '' ? currency.test(after) : after === '' && currency.test(before)
}

/** The most nodes and characters of a price. */
const MAX_PRICE_NODES = 16
const MAX_PRICE = 20

/** Writes inserted text with its tag, but not the current price of a product, which shops put into one. */
export const writeInserted = (flow: Flow, element: Element) => {
  const mayBePrice = element.end - element.id <= MAX_PRICE_NODES
  const text = mayBePrice ? textContent(flow.view.tree, element).trim() : ''
  if (text.length <= MAX_PRICE && isPrice(text)) flow.children(element)
  else writeIns(flow, element)
}

/** Two line breaks in a row separate paragraphs, as in old pages. */
export const writeBreak = (flow: Flow) => {
  const { inline } = flow
  if (inline.breakPending && !inline.flat) flow.flush()
  else inline.break()
}

/** Writes an element that styles separate from the words around it. */
export const writeApart = (flow: Flow, element: Element) => {
  if (isControl(flow.view.tree, flow.heading, element)) return
  flow.inline.gap()
  flow.children(element)
  flow.inline.gap()
}

/** The most characters of a heading's control, such as `Copy item path`. */
const MAX_CONTROL = 40
/** Whether a heading has words beside its buttons; cached, as it may have many buttons. */
const worded = new WeakMap<Element, boolean>()

/** Whether an element is a button that copies the code after it, or a control of the heading that it is in. */
export const isControl = (tree: Tree, heading: Element | null, element: Element): boolean =>
  element.name === 'button' && (isLabelOfCode(tree, element) || isControlOfHeading(tree, heading, element))

/** Whether a button is a control of a heading that has words of its own, rather than the heading itself. */
const isControlOfHeading = (tree: Tree, heading: Element | null, button: Element): boolean => {
  if (heading === null) return false
  let has = worded.get(heading)
  if (has === undefined) {
    has = hasWordsBeside(tree, heading)
    worded.set(heading, has)
  }
  return has && collapse(textContent(tree, button)).length <= MAX_CONTROL
}

const hasWordsBeside = ({ nodes }: Tree, heading: Element): boolean => {
  for (let id = heading.id + 1; id <= heading.end; id++) {
    const node = nodes[id]!
    if (node.kind === TEXT) {
      if (/\p{L}{2}/u.test(node.data)) return true
    } else if (node.name === 'button' || node.name === 'svg' || (node.tag.flags & UNSEEN) !== 0) id = node.end
  }
  return false
}

export const writeQuotation = (flow: Flow, element: Element) => {
  flow.inline.text('“')
  flow.children(element)
  flow.inline.text('”')
}

/** Writes a code span. Links split it, since a code span cannot contain any. */
export const writeCode = (flow: Flow, code: Element) => {
  const { inline, options, view } = flow
  if (options.plain || find(view.tree, code, 'pre') !== null) return flow.children(code)
  const hasLinks = options.includeLinks && !inline.inLink && find(view.tree, code, 'a') !== null
  if (!hasLinks) return writeSpan(flow, shownText(view, code))
  for (let node = code.first; node !== null; node = node.next) {
    if (!flow.shows(node)) continue
    if (node.kind === TEXT) writeSpan(flow, node.data)
    else if (node.name === 'br') inline.gap()
    else if (node.name === 'a' && attr(node, 'href')) {
      const span = startLink(flow, node)
      writeSpan(flow, shownText(view, node))
      inline.end(span)
    } else writeCode(flow, node)
  }
}

const writeSpan = ({ inline }: Flow, source: string) => {
  if (source.trim() === '' && source.includes('\n')) inline.gap()
  else if (source !== '') inline.code(source.replaceAll('\n', ' '))
}

/** Whether an element contains brackets for its readings; cached, as it may have many readings. */
const bracketed = new WeakMap<Element, boolean>()

export const holdsBrackets = (ruby: Element): boolean => {
  const known = bracketed.get(ruby)
  if (known !== undefined) return known
  let holds = false
  for (let node = ruby.first; node !== null; node = node.next)
    if (node.kind === ELEMENT && node.name === 'rp') holds = true
  bracketed.set(ruby, holds)
  return holds
}

/** Writes the reading of a ruby character, in brackets unless the page has its own. */
export const writeRuby = (flow: Flow, rt: Element) => {
  const isBracketed = rt.parent !== null && holdsBrackets(rt.parent)
  if (!isBracketed) flow.inline.text('(')
  flow.children(rt)
  if (!isBracketed) flow.inline.text(')')
}

/** Writes a formula, or skips its second rendering; false for an element that is neither. */
export const writeFormula = (flow: Flow, element: Element): boolean => {
  const formula = formulaOf(flow.view.tree, element)
  if (formula === null) return isRendering(element)
  writeTex(flow, formula)
  return true
}

const writeTex = (flow: Flow, { tex, display }: Formula) => {
  const { inline, options, blocks } = flow
  if (options.plain) inline.text(tex)
  else if (display && !inline.flat) {
    flow.flush()
    blocks.write('para', `$$${tex}$$`)
  } else {
    const marked = `$${tex}$`
    inline.atom(inline.inTable ? marked.replaceAll('|', '\\|') : marked)
  }
}

/** Writes a text that contains formulas between the page's delimiters. */
export const writeMathText = (flow: Flow, text: Text, delimiters: MathDelimiters) => {
  let at = 0
  for (const { from, to, tex, display } of formulasIn(text, delimiters)) {
    flow.inline.text(text.data.slice(at, from))
    writeTex(flow, { tex: collapse(tex), display })
    at = to
  }
  flow.inline.text(at === 0 ? text.data : text.data.slice(at))
}
