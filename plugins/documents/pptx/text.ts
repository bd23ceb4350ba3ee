import { mathOf, mathText } from '../drawingml/office-math.ts'
import { type Block, writeBlocks } from '../html-writer/blocks.ts'
import { escape, isBlank, linkOf, tag } from '../html-writer/markup.ts'
import { isAllCode, lineBreak, type Marks, type Run, unbold, writeRuns } from '../html-writer/runs.ts'
import { isMonospaced } from '../office/code-names.ts'
import { symbolOf } from '../office/symbols.ts'
import { childOf, childrenOf, elementsOf, type XmlElement, xmlText } from '../xml/xml-tree.ts'
import { type Bullet, bulletOf, levelBullet, type Placeholder } from './bullets.ts'
import type { SlideContext } from './slide-context.ts'

/** A title as inline HTML on one line. */
export const titleOf = (body: XmlElement, context: SlideContext): string =>
  childrenOf(body, 'a:p')
    .map((paragraph) => writeRuns(unbold(runsOf(paragraph, context))).replaceAll('<br>', ' '))
    .join(' ')
    .trim()

/** The paragraphs of a shape as HTML. Those with bullets become lists. */
export const readText = (body: XmlElement, placeholder: Placeholder | undefined, context: SlideContext): string => {
  const styles = childOf(body, 'a:lstStyle')
  const counts: Counted[] = []
  const blocks: Block[] = []
  for (const paragraph of childrenOf(body, 'a:p')) {
    if (isSlideNumber(paragraph)) continue
    const runs = runsOf(paragraph, context)
    const html = writeRuns(runs).trim()
    if (isBlank(html)) continue
    const properties = childOf(paragraph, 'a:pPr')
    const level = Math.max(0, Math.min(8, Number(properties?.attributes.lvl ?? 0) || 0))
    const bullet =
      (properties && bulletOf(properties)) ??
      levelBullet(styles, level) ??
      (placeholder ? context.bullets(placeholder, level) : undefined) ??
      'none'
    blocks.push(blockOf(html, runs, level, bullet, counts))
  }
  return writeBlocks(blocks)
}

/** Whether a paragraph has only the number of the slide, which is not part of the text. */
const isSlideNumber = (paragraph: XmlElement): boolean =>
  childrenOf(paragraph, 'a:fld').some(({ attributes }) => attributes.type === 'slidenum') &&
  elementsOf(paragraph).every(
    (child) => child.attributes.type === 'slidenum' || childrenOf(child, 'a:t').every((text) => isBlank(xmlText(text))),
  )

/** The current list of a level and its last number. */
interface Counted {
  list: string
  number: number
}

const blockOf = (html: string, runs: readonly Run[], level: number, bullet: Bullet, counts: Counted[]): Block => {
  if (bullet === 'none') {
    counts.length = Math.min(counts.length, level)
    return isAllCode(runs)
      ? { kind: 'code', text: runs.map(({ text }) => text).join('') }
      : { kind: 'html', html: tag('p', html) }
  }
  const ordered = bullet !== 'bullet'
  const first = ordered ? bullet.start : 1
  const list = ordered ? `from ${first}` : 'bullets'
  const before = counts[level]
  const number = before?.list === list ? before.number + 1 : first
  counts[level] = { list, number }
  counts.length = level + 1
  return { kind: 'item', html, item: { level, ordered, number, list } }
}

const runsOf = (paragraph: XmlElement, context: SlideContext): Run[] => {
  const runs: Run[] = []
  for (const child of elementsOf(paragraph)) {
    const marks = marksOf(childOf(child, 'a:rPr'), context)
    if (child.name === 'a:r' || child.name === 'a:fld') {
      const text = withSymbols(childrenOf(child, 'a:t').map(xmlText).join('').replaceAll('\v', '\n'), child)
      runs.push({ html: escape(text).replaceAll('\n', '<br>'), text, marks })
    } else if (child.name === 'a:br') runs.push(lineBreak(marks))
    else if (child.name === 'mc:AlternateContent' || child.name === 'a14:m') runs.push(...formulasIn(child))
  }
  return runs
}

/** Text in which the characters of a run's symbol font, which are for private use, have their code in Unicode. */
const withSymbols = (text: string, run: XmlElement): string => {
  const properties = childOf(run, 'a:rPr')
  const font = properties && (childOf(properties, 'a:sym') ?? childOf(properties, 'a:latin'))
  const name = font?.attributes.typeface ?? ''
  return text.replace(/[\uf020-\uf0ff]/g, (symbol) => symbolOf(name, symbol.charCodeAt(0).toString(16)) || symbol)
}

const formulasIn = (element: XmlElement): Run[] =>
  elementsOf(element).flatMap((child) => {
    if (child.name === 'mc:Fallback') return []
    if (child.name !== 'm:oMath') return formulasIn(child)
    return [{ html: mathOf(child, false), text: mathText(child), marks: {} }]
  })

/** The external link of text or a shape. */
export const clickOf = (properties: XmlElement | undefined, { relations }: SlideContext): string | undefined => {
  const link = properties && childOf(properties, 'a:hlinkClick')
  const relation = relations.get(link?.attributes['r:id'] ?? '')
  return relation?.isExternal ? linkOf(relation.target) : undefined
}

const marksOf = (properties: XmlElement | undefined, context: SlideContext): Marks => {
  const href = clickOf(properties, context) ?? context.href
  if (!properties) return href === undefined ? {} : { href }
  const { b, i, strike, baseline } = properties.attributes
  const raised = Number(baseline ?? 0)
  return {
    ...(href !== undefined && { href }),
    bold: isTrue(b),
    italic: isTrue(i),
    strike: strike !== undefined && strike !== 'noStrike',
    code: isMonospaced(childOf(properties, 'a:latin')?.attributes.typeface ?? ''),
    ...(raised > 0 && { script: 'sup' as const }),
    ...(raised < 0 && { script: 'sub' as const }),
  }
}

/** Whether an attribute of DrawingML is set. */
export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true'
