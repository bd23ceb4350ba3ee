import { imageSource, isEmoji, isPixel } from '../links/image.ts'
import { codeColumn, codeText, isLabelOfCode, languageOf } from '../markdown/blocks/code.ts'
import { isLayout, readTable } from '../markdown/blocks/read-table.ts'
import { formulaOf, isRendering } from '../markdown/inline/math.ts'
import { holdsBrackets, isControl } from '../markdown/inline/phrase.ts'
import {
  attr,
  BLOCK,
  type Element,
  elementBefore,
  find,
  HEADING,
  hasAttr,
  isElement,
  type Node,
  resolve,
  tagOf,
  UNSEEN,
  wordless,
} from '../tree/index.ts'
import { isPermalink } from '../view/permalink.ts'
import { raisesNumber } from '../view/seam.ts'
import { isCut } from '../view/shown.ts'
import type { View } from '../view/view.ts'
import type { Block, Contained, Link } from './blocks.ts'
import type { OutlineReader, ReadElement } from './reader.ts'
import { readRows } from './table.ts'

const readInline: ReadElement = (reader, element) => {
  const formula = formulaOf(reader.view.tree, element)
  if (formula !== null) reader.line.text(formula.tex)
  else if (!isRendering(element)) reader.children(element)
}

/** Reads a formula from its source; other scripts are not text of the page. */
const readSource: ReadElement = (reader, element) => {
  const formula = formulaOf(reader.view.tree, element)
  if (formula !== null) reader.line.text(formula.tex)
}

/** Reads how a ruby character is spoken, in brackets unless the page has its own. */
const readRuby: ReadElement = (reader, rt) => {
  const isBracketed = rt.parent !== null && holdsBrackets(rt.parent)
  if (!isBracketed) reader.line.text('(')
  reader.children(rt)
  if (!isBracketed) reader.line.text(')')
}

const readRaised: ReadElement = (reader, element) => {
  if (raisesNumber(element)) reader.line.text('^')
  readInline(reader, element)
}

/** Reads an element that styles separate from the words around it. */
const readApart: ReadElement = (reader, element) => {
  if (isControl(reader.view.tree, reader.heading, element)) return
  reader.line.gap()
  reader.children(element)
  reader.line.gap()
}

const readNothing: ReadElement = () => {}

/** A declarative shadow root is shown; any other template waits for a script. */
const readTemplate: ReadElement = (reader, element) => {
  if (hasAttr(element, 'shadowrootmode')) reader.children(element)
}

const readBlock: ReadElement = (reader, element) => {
  if (isLabelOfCode(reader.view.tree, element)) return
  reader.boundary()
  reader.children(element)
  reader.boundary()
}

/** Within a single text, a block only separates its words from the others. */
const unlessFlat =
  (read: ReadElement): ReadElement =>
  (reader, element) => {
    if (reader.flat) return readBlock(reader, element)
    reader.flush()
    read(reader, element)
  }

const readHeading = unlessFlat((reader, element) => {
  const text = reader.textOf(element)
  if (text !== null) {
    const level = Number(element.name[1])
    if (reader.contained) reader.content.push({ type: 'heading', level, ...text })
    else reader.section(level, text)
  }
  reader.flush()
})

const isNothing = ({ text, content }: Contained) => text === '' && content === undefined

const readList = unlessFlat((reader, list) => {
  const items: Contained[] = []
  for (let node = list.first; node !== null; node = node.next) {
    if (!reader.shows(node)) continue
    // A list between items belongs to the item before it.
    const isNested = isElement(node) && (node.name === 'ul' || node.name === 'ol')
    const item = reader.contain(() => readItem(reader, node))
    if (isNothing(item)) continue
    const before = items.at(-1)
    if (isNested && before !== undefined) addContent(before, item.content ?? [])
    else items.push(item)
  }
  if (items.length > 0) reader.content.push({ type: 'list', ordered: list.name === 'ol', items })
})

const addContent = (item: Contained, blocks: readonly Block[]) => {
  item.content ??= []
  for (const block of blocks) item.content.push(block)
}

/** Reads an item of a list; without `li` it is a text or an element that only looks like one. */
const readItem = (reader: OutlineReader, node: Node) => {
  if (!isElement(node)) reader.line.text(node.data)
  else if (node.name === 'li') reader.children(node)
  else reader.element(node)
}

/** Reads an item without a list around it; adjacent ones form one list. */
const readStrayItem = unlessFlat((reader, element) => {
  const item = reader.contain(() => reader.children(element))
  if (isNothing(item)) return
  const last = reader.content.at(-1)
  let before = element.prev
  while (before !== null && !isElement(before)) before = before.data.trim() === '' ? before.prev : null
  if (last?.type === 'list' && before?.name === 'li') last.items.push(item)
  else reader.content.push({ type: 'list', ordered: false, items: [item] })
})

const readDefinitions = unlessFlat((reader, list) => {
  const items: ({ term: string } & Contained)[] = []
  let term = ''
  let links: Link[] = []
  let isRepeated = false
  const add = (said: string, item: Contained) => {
    const all = [...links, ...(item.links ?? [])]
    items.push({ term: said, ...item, ...(all.length > 0 && { links: all }) })
    links = []
  }
  const addBareTerm = () => {
    if (term !== '' && !isRepeated) add(term, { text: '' })
  }
  const read = (parent: Element) => {
    for (let node = parent.first; node !== null; node = node.next) {
      if (!reader.shows(node)) continue
      if (!isElement(node)) {
        const item = reader.contain(() => reader.line.text(node.data))
        if (!isNothing(item)) items.push({ term: '', ...item })
      } else if (node.name === 'dt') {
        const { text = '', links: further = [] } = reader.textOf(node) ?? {}
        if (isTerm(node) && term !== '' && !isRepeated) term = `${term}, ${text}`
        else {
          addBareTerm()
          term = text
        }
        links.push(...further)
        isRepeated = false
      } else if (node.name === 'dd') {
        // A term with several definitions is repeated for each, as long as there is room for repeats.
        const said = !isRepeated || reader.repeats.take(term.length) ? term : ''
        add(
          said,
          reader.contain(() => reader.children(node)),
        )
        isRepeated = true
      } else if (reader.aroundTerms.has(node)) read(node)
      else {
        // Something else that the page puts between them.
        const item = reader.contain(() => reader.element(node))
        if (!isNothing(item)) items.push({ term: '', ...item })
      }
    }
  }
  read(list)
  addBareTerm()
  if (items.length > 0) reader.content.push({ type: 'definitions', items })
})

/** Whether the element before a term is a term too: both share the following definitions. */
const isTerm = (term: Element): boolean => elementBefore(term)?.name === 'dt'

const readTableElement = unlessFlat((reader, element) => {
  const { view, content, room, repeats } = reader
  const code = codeColumn(view.tree, element)
  if (code !== null) {
    const text = code.map((cell) => codeText(view, cell, room)).join('\n')
    const language = languageOf(view.tree, code[0]!) || languageOf(view.tree, element) || null
    if (text.trim() !== '') content.push({ type: 'code', language, code: text })
    return
  }
  const table = readTable(view, element)
  if (isLayout(view, element, table)) {
    // A single column of short texts is data like other tables.
    const isColumn = table.rows.every(
      ({ cells }) => cells.length <= 1 && cells.every((cell) => !holdsBlocks(cell.element)),
    )
    if (!isColumn || attr(element, 'role') !== null) return reader.children(element)
  }
  const captions = table.captions.flatMap((caption) => reader.textOf(caption) ?? [])
  const links: Link[] = captions.flatMap((caption) => caption.links ?? [])
  const { title, rows } = readRows(
    table,
    (cell) => {
      const linked = reader.textOf(cell.element)
      if (linked?.links) for (const link of linked.links) links.push(link)
      return linked?.text ?? altIn(view, cell.element)
    },
    repeats,
  )
  const name = [...captions.map(({ text }) => text), title].filter(Boolean).join(', ')
  const linked = links.length > 0 ? { links } : {}
  if (rows.length > 0) reader.content.push({ type: 'table', ...(name ? { caption: name } : {}), rows, ...linked })
  else if (name) reader.content.push({ type: 'paragraph', text: name, ...linked })
  reader.flush()
})

/** The description of the first picture in an element, unless it was removed. */
const altIn = (view: View, within: Element): string => {
  const img = find(view.tree, within, 'img')
  return img === null || isCut(view, img) ? '' : (attr(img, 'alt') ?? '').trim()
}

const holdsBlocks = (cell: Element): boolean => {
  for (let node = cell.first; node !== null; node = node.next) {
    if (isElement(node) && (node.tag.flags & BLOCK) !== 0) return true
  }
  return false
}

const readCode = unlessFlat(({ view, content, room }, pre) => {
  const code = codeText(view, pre, room)
  if (code.trim() !== '') content.push({ type: 'code', language: languageOf(view.tree, pre) || null, code })
})

const readQuote = unlessFlat((reader, quote) => {
  const contained = reader.contain(() => reader.children(quote))
  if (!isNothing(contained)) reader.content.push({ type: 'quote', ...contained })
})

/** Protocols of URLs that lead nowhere. */
const leadsNowhere = /^(?:javascript|data|vbscript|blob|about):$/

const addressOf = (reader: OutlineReader, href: string | null): string | null => {
  const url = href === null ? null : resolve(href, reader.view.base)
  return url === null || leadsNowhere.test(url.protocol) ? null : reader.options.address(url.href) || null
}

const readLink: ReadElement = (reader, a) => {
  if (isPermalink(reader.view.tree, a, reader.heading)) return
  const url = reader.options.includeLinks ? addressOf(reader, attr(a, 'href')) : null
  if (url === null || reader.line.inLink) return reader.children(a)
  if (a.parent?.name !== 'p') reader.line.gapBetweenLinks()
  reader.line.openLink(url)
  reader.children(a)
  reader.line.closeLink(nameOf(reader, a))
}

/** The name of a link without text. */
const nameOf = ({ view }: OutlineReader, a: Element): string => {
  const own = attr(a, 'aria-label') ?? attr(a, 'title')
  return own === null ? altIn(view, a) : own.trim()
}

const readImage: ReadElement = (reader, img) => {
  const alt = attr(img, 'alt')?.trim() ?? ''
  if (isEmoji(img)) return reader.line.text(alt)
  const { includeImages, describedImagesOnly } = reader.options
  if (!includeImages || isPixel(img) || (describedImagesOnly && alt === '')) return
  const src = addressOf(reader, imageSource(img))
  if (src !== null) reader.image(src, alt)
}

/** Readers by tag code; unknown names have code 0. */
const readers: ReadElement[] = [readInline]
for (const name of wordless) readers[tagOf(name).code] = readNothing
const forms: readonly (readonly [string, ReadElement])[] = [
  ['a', readLink],
  ['blockquote', readQuote],
  ['br', ({ line, flat }) => (flat ? line.gap() : line.break())],
  ['button label', readApart],
  ['dir menu ol ul', readList],
  ['dl', readDefinitions],
  ['amp-img img', readImage],
  ['li', readStrayItem],
  ['listing pre xmp', readCode],
  ['rt', readRuby],
  ['sup', readRaised],
  ['table', readTableElement],
  ['template', readTemplate],
  ['math script', readSource],
]
for (const [names, read] of forms) for (const name of names.split(' ')) readers[tagOf(name).code] = read

const byFlags = (flags: number): ReadElement => {
  if ((flags & HEADING) !== 0) return readHeading
  if ((flags & UNSEEN) !== 0) return readNothing
  return (flags & BLOCK) !== 0 ? readBlock : readInline
}

/** The reader of elements with this tag. */
export const readerOf = ({ tag: { code, flags } }: Element): ReadElement => (readers[code] ??= byFlags(flags))
