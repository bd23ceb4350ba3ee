import { escapeHtml } from '../../content/sandbox-toolkit.ts'
import type { Block, Cell, Item, List, Span, Table } from './model.ts'

/** Addresses of other kinds lead nowhere, or do something. */
const FOLLOWED = /^(?:https?|mailto|tel|ftp):/i

/** Blocks as HTML. */
export const htmlOf = (blocks: readonly Block[]): string => blocks.map(blockHtml).join('\n')

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${inline(block.spans)}</h${block.level}>`
    case 'paragraph':
      return `<p>${inline(block.spans)}</p>`
    case 'code':
      return `<pre><code>${escapeHtml(block.text)}</code></pre>`
    case 'list':
      return listHtml(block)
    case 'table':
      return tableHtml(block)
    case 'quote':
      return `<blockquote>\n${htmlOf(block.blocks)}\n</blockquote>`
    case 'image':
      return `<p>${escapeHtml(block.alt)}</p>`
  }
}

function listHtml({ start, items }: List): string {
  const item = ({ spans, children }: Item) =>
    `<li>${inline(spans)}${children.length > 0 ? `\n${htmlOf(children)}\n` : ''}</li>`
  const [open, close] = start === null ? ['<ul>', '</ul>'] : [start === 1 ? '<ol>' : `<ol start="${start}">`, '</ol>']
  return `${open}\n${items.map(item).join('\n')}\n${close}`
}

function tableHtml({ rows }: Table): string {
  const cell = ({ spans, columns, rows: height, isHead }: Cell) => {
    const tag = isHead ? 'th' : 'td'
    const reach = `${columns > 1 ? ` colspan="${columns}"` : ''}${height > 1 ? ` rowspan="${height}"` : ''}`
    return `<${tag}${reach}>${inline(spans)}</${tag}>`
  }
  const row = (cells: readonly Cell[]) => `<tr>${cells.map(cell).join('')}</tr>`
  const headRows = rows.findIndex((cells) => !cells.every(({ isHead }) => isHead))
  const head = rows.slice(0, Math.max(0, headRows))
  const body = rows.slice(Math.max(0, headRows))
  const thead = head.length > 0 ? `<thead>\n${head.map(row).join('\n')}\n</thead>\n` : ''
  return `<table>\n${thead}<tbody>\n${body.map(row).join('\n')}\n</tbody>\n</table>`
}

/** Links stand around the looks of their text, so that one of several looks is one link. */
function inline(spans: readonly Span[]): string {
  let html = ''
  for (let i = 0; i < spans.length; ) {
    const { href } = spans[i]!
    let text = ''
    for (; i < spans.length && spans[i]!.href === href; i++) text += looks(spans[i]!)
    html += href !== null && FOLLOWED.test(href) ? `<a href="${escapeHtml(href)}">${text}</a>` : text
  }
  return html
}

/** Space at the ends of what is emphasised stands outside of it. */
function looks({ text, bold, italic, mono, raised }: Span): string {
  const middle = text.trim()
  if (middle === '') return escapeHtml(text)
  const start = text.indexOf(middle)
  const [before, after] = [text.slice(0, start), text.slice(start + middle.length)]
  let html = escapeHtml(middle)
  if (mono) html = `<code>${html}</code>`
  if (italic) html = `<em>${html}</em>`
  if (bold) html = `<strong>${html}</strong>`
  if (raised !== 0) html = raised > 0 ? `<sup>${html}</sup>` : `<sub>${html}</sub>`
  return before + html + after
}
