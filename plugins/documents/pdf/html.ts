import { escape, linkOf, tag } from '../html-writer/markup.ts'
import type { Block, Cell, Item, List, Span, Table } from './model.ts'

/** Blocks as HTML. */
export const htmlOf = (blocks: readonly Block[]): string => blocks.map(blockHtml).join('\n')

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return tag(`h${block.level}`, inline(block.spans))
    case 'paragraph':
      return tag('p', inline(block.spans))
    case 'code':
      return tag('pre', tag('code', escape(block.text)))
    case 'list':
      return listHtml(block)
    case 'table':
      return tableHtml(block)
    case 'quote':
      return tag('blockquote', `\n${htmlOf(block.blocks)}\n`)
    case 'image':
      return tag('p', escape(block.alt))
  }
}

function listHtml({ start, items }: List): string {
  const item = ({ spans, children }: Item) =>
    tag('li', `${inline(spans)}${children.length > 0 ? `\n${htmlOf(children)}\n` : ''}`)
  const inner = `\n${items.map(item).join('\n')}\n`
  return start === null ? tag('ul', inner) : tag('ol', inner, { start: start === 1 ? undefined : start })
}

function tableHtml({ rows }: Table): string {
  const cell = ({ spans, columns, rows: height, isHead }: Cell) =>
    tag(isHead ? 'th' : 'td', inline(spans), {
      colspan: columns > 1 ? columns : undefined,
      rowspan: height > 1 ? height : undefined,
    })
  const row = (cells: readonly Cell[]) => tag('tr', cells.map(cell).join(''))
  const headRows = rows.findIndex((cells) => !cells.every(({ isHead }) => isHead))
  const head = rows.slice(0, Math.max(0, headRows))
  const body = rows.slice(Math.max(0, headRows))
  const thead = head.length > 0 ? `${tag('thead', `\n${head.map(row).join('\n')}\n`)}\n` : ''
  return tag('table', `\n${thead}${tag('tbody', `\n${body.map(row).join('\n')}\n`)}\n`)
}

/** Inline HTML. Links are outermost, so that a link with differently formatted parts is one link. */
function inline(spans: readonly Span[]): string {
  let html = ''
  for (let i = 0; i < spans.length; ) {
    const { href } = spans[i]!
    let text = ''
    for (; i < spans.length && spans[i]!.href === href; i++) text += looks(spans[i]!)
    const link = href === null ? undefined : linkOf(href)
    html += link === undefined ? text : tag('a', text, { href: link })
  }
  return html
}

/** The formatting of a span. Spaces at its ends are outside of emphasis. */
function looks({ text, bold, italic, mono, raised }: Span): string {
  const middle = text.trim()
  if (middle === '') return escape(text)
  const start = text.indexOf(middle)
  const [before, after] = [text.slice(0, start), text.slice(start + middle.length)]
  let html = escape(middle)
  if (mono) html = tag('code', html)
  if (italic) html = tag('em', html)
  if (bold) html = tag('strong', html)
  if (raised !== 0) html = tag(raised > 0 ? 'sup' : 'sub', html)
  return before + html + after
}
