import type { PDFPageProxy } from 'unpdf/pdfjs'
import type { TextLimit } from '../../html-writer/text-limit.ts'
import type { Box, PageContent, Ruling, Run } from '../model.ts'
import { withAccents } from '../text/accents.ts'
import { fromCork, isInCork, withBullet } from '../text/cork.ts'
import { isRightToLeft } from '../text/direction.ts'
import { fromPrivateUse } from '../text/private-use.ts'
import { type FontSample, fontLooks } from './fonts.ts'
import { type FieldText, linkRuns, placed, type ReadAnnotations } from './links.ts'
import { apply, type Matrix, multiply, turned } from './matrix.ts'
import { hasAnnotations, type Operators, readOperators } from './operators.ts'
import type { PageWork } from './page-work.ts'
import { readDrawing } from './rulings.ts'
import { type PageText, readTextItems, type TextItem } from './text-items.ts'

/** Maximum of pieces of text on one page. A page of a newspaper has a few thousand. */
const MAX_ITEMS = 20_000
/** Maximum of links, and of form fields, of one page. */
const MAX_ANNOTATIONS = 2_000

/** Smaller text is not meant to be read. */
const MIN_FONT_SIZE = 0.5

/** What is needed to read the pages of one document. */
export interface PageReader {
  ops: Operators
  annotationsOf: ReadAnnotations
  work: PageWork
  limit: TextLimit
}

/**
 * Reads a page as one part for each direction of text, the one with most text first. Each is rotated so that its text
 * is upright. Null if the document would exceed its limit of work with this page.
 */
export async function readPageContent(
  page: PDFPageProxy,
  { ops, annotationsOf, work, limit }: PageReader,
): Promise<PageContent[] | null> {
  const viewport = page.getViewport({ scale: 1 })
  const base = viewport.transform as unknown as Matrix
  const operators = await readOperators(page, ops, work)
  if (operators === null) return null
  const { items, styles, isCut } = await readTextItems(page, MAX_ITEMS)
  const warnOfCut = (most: number) =>
    limit.warn(`A page of the PDF was cut: of its pieces of text or links the first ${most} are read`)
  if (isCut) warnOfCut(MAX_ITEMS)
  const first = <T>(all: readonly T[]): readonly T[] => {
    if (all.length > MAX_ANNOTATIONS) warnOfCut(MAX_ANNOTATIONS)
    return all.slice(0, MAX_ANNOTATIONS)
  }
  const samples = samplesOf(items)
  const lookOf = fontLooks(page, styles, samples)
  const inCork = new Set([...samples].flatMap(([font, { text }]) => (isInCork(text) ? [font] : [])))
  const writtenIn = ({ str, fontName }: TextItem) =>
    fromPrivateUse(withBullet(inCork.has(fontName) ? fromCork(str) : str))
  const annotations = placed(hasAnnotations(operators) ? await annotationsOf(page) : [], base)
  const { rulings, dots } = readDrawing(operators, ops, base)
  const links = first(annotations.links)
  const fields = first(annotations.fields)

  const byTurn = Map.groupBy(placedItems(items, styles, base), ({ quarters }) => quarters)
  if (fields.length > 0 && !byTurn.has(0)) byTurn.set(0, [])
  return [...byTurn]
    .sort(([, a], [, b]) => lettersIn(b) - lettersIn(a))
    .map(([quarters, written]) => {
      const turn = turned(quarters, viewport.width, viewport.height)
      const matrix = multiply(turn, base)
      const pieces = written.flatMap(({ item, mark, isVertical }): Run[] => {
        const run = runOf({ ...item, str: writtenIn(item) }, matrix, isVertical)
        return run === null ? [] : [{ ...run, ...lookOf(item.fontName), mark }]
      })
      const runs = withAccents(pieces)
      if (quarters === 0) {
        runs.push(...bulletsOf(dots, runs))
        runs.push(...fields.map((field) => fieldRun(field, runs)))
      }
      const isTurned = quarters % 2 === 1
      return {
        width: isTurned ? viewport.height : viewport.width,
        height: isTurned ? viewport.width : viewport.height,
        runs: linkRuns(
          withoutDoubles(runs),
          links.map((link) => ({ ...turnBox(link, turn), href: link.href })),
        ),
        rulings: quarters === 0 ? rulings : rulings.map((each) => turnRuling(each, turn)),
      }
    })
}

/** A piece of text with the id of its marked content and its direction. */
interface PlacedItem {
  item: TextItem
  mark: string | null
  quarters: number
  isVertical: boolean
}

/** The pieces of text whose direction is a multiple of 90 degrees, in the order of the file. */
function placedItems(items: PageText['items'], styles: PageText['styles'], base: Matrix): PlacedItem[] {
  const placed: PlacedItem[] = []
  const marks: (string | null)[] = []
  for (const item of items) {
    if ('type' in item) {
      if (item.type === 'endMarkedContent') marks.pop()
      else marks.push(item.id ?? marks.at(-1) ?? null)
      continue
    }
    const isVertical = styles[item.fontName]?.vertical === true
    const quarters = isVertical ? 1 : quartersOf(multiply(base, item.transform as unknown as Matrix))
    if (quarters !== null) placed.push({ item, mark: marks.at(-1) ?? null, quarters, isVertical })
  }
  return placed
}

const lettersIn = (placed: readonly PlacedItem[]) => placed.reduce((sum, { item }) => sum + item.str.trim().length, 0)

/** A sample of the text in each font. */
function samplesOf(items: PageText['items']): Map<string, FontSample> {
  const samples = new Map<string, FontSample>()
  for (const item of items) {
    if ('type' in item) continue
    const { text, width } = samples.get(item.fontName) ?? { text: '', width: 0 }
    const [, , x, y] = item.transform as unknown as Matrix
    const size = Math.hypot(x, y) || 1
    if (text.length < 2000) samples.set(item.fontName, { text: text + item.str, width: width + item.width / size })
  }
  return samples
}

/**
 * The direction of text as clockwise quarter turns; null for oblique text, which is a watermark and not part of the
 * text.
 */
function quartersOf([a, b]: Matrix): number | null {
  const quarters = Math.atan2(b, a) / (Math.PI / 2)
  const whole = Math.round(quarters)
  return Math.abs(quarters - whole) > 0.1 ? null : (whole + 4) % 4
}

/** The run of a piece of text; null if it is invisible. */
function runOf(item: TextItem, matrix: Matrix, isVertical: boolean) {
  const placed = multiply(matrix, item.transform as unknown as Matrix)
  const size = Math.hypot(placed[2], placed[3])
  // Pieces of white space alone are spaces that pdf.js adds. They are found again by the gaps between runs.
  const text = item.str.replaceAll('\0', '').replace(/[\u0001-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g, ' ')
  if (text.trim() === '' || !(size > MIN_FONT_SIZE)) return null
  const [left, baseline] = [placed[4], placed[5]]
  if (!Number.isFinite(left) || !Number.isFinite(baseline)) return null
  const length = isVertical ? Math.abs(item.height) : item.width
  return { text, left, right: left + length, baseline: isVertical ? baseline + size / 3 : baseline, size, href: null }
}

/** The run of a filled-in form field, on the line of the text beside it. */
function fieldRun({ text, left, right, top, bottom }: FieldText, runs: readonly Run[]): Run {
  const beside = runs.find(({ baseline, size }) => baseline > top && baseline - size * 0.4 <= bottom)
  const size = beside?.size ?? Math.min(10, Math.max(6, bottom - top - 3))
  return {
    text,
    left: left + 1,
    right: Math.min(right, left + 1 + text.length * size * 0.5),
    baseline: beside?.baseline ?? bottom - 3,
    size,
    bold: false,
    italic: false,
    mono: false,
    href: null,
    mark: null,
  }
}

/** The bullets among drawn dots: those before text, as some programs draw bullets instead of writing them. */
function bulletsOf(dots: readonly Box[], runs: readonly Run[]): Run[] {
  return dots.flatMap((dot) => {
    const middle = (dot.top + dot.bottom) / 2
    const isOnLine = ({ baseline, size }: Run) => Math.abs(baseline - size * 0.3 - middle) < size * 0.35
    const line = runs.filter(isOnLine)
    const after = line.filter((run) => run.left > dot.right && run.left - dot.right < run.size * 2)
    const before = line.filter((run) => run.right < dot.left && dot.left - run.right < run.size * 2)
    // Text of another column may be on the same line.
    const isNear = (run: Run) => run.right > dot.left - run.size * 2 && run.left < dot.right + run.size * 2
    const near = line.filter(isNear)
    const isFirst = !near.some(({ left }) => left < dot.right)
    const isLast = !near.some(({ right }) => right > dot.left)
    const first = isFirst ? after[0] : isLast ? before.find(({ text }) => isRightToLeft(text)) : undefined
    if (first === undefined) return []
    const { size, baseline } = first
    const look = { bold: false, italic: false, mono: false, href: null, mark: null }
    return [{ ...look, text: '•', left: dot.left, right: dot.right, baseline, size }]
  })
}

/** Removes text that is written twice in the same place, as some programs do to make it look bold. */
function withoutDoubles(runs: Run[]): Run[] {
  const seen = new Set<string>()
  return runs.filter(({ text, left, baseline, size }) => {
    const grain = Math.max(1, size / 8)
    const key = `${text} ${Math.round(left / grain)} ${Math.round(baseline / grain)}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

function turnBox({ left, top, right, bottom }: Box, turn: Matrix): Box {
  const [x0, y0] = apply(turn, left, top)
  const [x1, y1] = apply(turn, right, bottom)
  return { left: Math.min(x0, x1), top: Math.min(y0, y1), right: Math.max(x0, x1), bottom: Math.max(y0, y1) }
}

function turnRuling({ isHorizontal, at, from, to }: Ruling, turn: Matrix): Ruling {
  const box = isHorizontal
    ? turnBox({ left: from, right: to, top: at, bottom: at }, turn)
    : turnBox({ left: at, right: at, top: from, bottom: to }, turn)
  return box.right - box.left > box.bottom - box.top
    ? { isHorizontal: true, at: box.top, from: box.left, to: box.right }
    : { isHorizontal: false, at: box.left, from: box.top, to: box.bottom }
}
