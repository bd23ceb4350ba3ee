import type { Block } from '../html-writer/blocks.ts'
import { isBlank } from '../html-writer/markup.ts'
import { elementsOf, type XmlElement } from '../xml/xml-tree.ts'
import type { ListChain, OdfContext } from './inline.ts'

type BlocksOf = (item: XmlElement, context: OdfContext) => Block[]

/** Flattens a list and its nested lists into items with their level. `blocksOf` reads the content of an item. */
export const readList = (list: XmlElement, context: OdfContext, blocksOf: BlocksOf): Block[] => {
  const { attributes } = list
  const { lists } = context
  const continued = attributes['text:continue-list']
  const goesOn = attributes['text:continue-numbering'] === 'true'
  const chain = (continued === undefined ? undefined : lists.get(continued)) ??
    (goesOn ? lists.get('') : undefined) ?? { name: String(lists.size), counts: [] }
  lists.set('', chain)
  lists.set(attributes['xml:id'] ?? `${lists.size}`, chain)
  return itemsOf(list, attributes['text:style-name'], 0, chain, context, blocksOf)
}

const itemsOf = (
  list: XmlElement,
  style: string | undefined,
  level: number,
  { name, counts }: ListChain,
  context: OdfContext,
  blocksOf: BlocksOf,
): Block[] => {
  const blocks: Block[] = []
  const add = (more: readonly Block[]) => {
    for (const block of more) blocks.push(block)
  }
  for (const item of elementsOf(list)) {
    if (item.name !== 'text:list-item' && item.name !== 'text:list-header') continue
    /** The item's own blocks before a nested list. */
    let own: XmlElement[] = []
    let isFirst = true
    const flush = () => {
      const inside = blocksOf({ name: item.name, attributes: {}, children: own }, context)
      own = []
      if (inside.length === 0) return
      if (inside.some(isHeading) || item.name === 'text:list-header') return add(inside)
      const html = inside.map((block, at) => inner(block, at === 0)).join('\n')
      if (isBlank(html)) return
      if (!isFirst) return add(inside)
      isFirst = false
      const { ordered, start } = context.styles.level(item.attributes['text:style-override'] ?? style, level)
      const set = Number(item.attributes['text:start-value'])
      counts[level] = set > 0 ? set : (counts[level] ?? start - 1) + 1
      counts.length = level + 1
      blocks.push({ kind: 'item', html, item: { level, ordered, number: counts[level], list: name } })
    }
    for (const child of elementsOf(item)) {
      if (child.name !== 'text:list') {
        own.push(child)
        continue
      }
      flush()
      add(itemsOf(child, child.attributes['text:style-name'] ?? style, level + 1, { name, counts }, context, blocksOf))
    }
    flush()
  }
  return blocks
}

/** Whether a block is a heading, as numbered headings are stored in lists. */
const isHeading = (block: Block) => block.kind === 'html' && /^<h\d>/.test(block.html)

/** The HTML of a block in an item. The first paragraph has no tag. */
const inner = (block: Block, isFirst: boolean): string => {
  if (block.kind === 'code')
    return `<pre><code>${block.text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</code></pre>`
  return isFirst ? block.html.replace(/^<p>([\s\S]*)<\/p>$/, '$1') : block.html
}
