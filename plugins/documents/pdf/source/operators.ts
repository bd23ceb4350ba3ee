import type { PDFPageProxy } from 'unpdf/pdfjs'
import { Unreadable } from '../../../content/sandbox-toolkit.ts'
import type { PageWork } from './page-work.ts'

/** The numbers that pdf.js gives to operators, by name. */
export interface Operators {
  save: number
  restore: number
  transform: number
  constructPath: number
  stroke: number
  closeStroke: number
  fillStroke: number
  eoFillStroke: number
  closeFillStroke: number
  closeEOFillStroke: number
  fill: number
  eoFill: number
  paintFormXObjectBegin: number
  paintFormXObjectEnd: number
}

/** The drawing operators of a page, from pdf.js. */
export type OperatorList = Awaited<ReturnType<PDFPageProxy['getOperatorList']>>

/** Whether the page has annotations. pdf.js returns that with the operators, but its types lack it. */
export const hasAnnotations = (operators: OperatorList): boolean =>
  (operators as OperatorList & { separateAnnots?: unknown }).separateAnnots != null

/** Maximum nesting of saved graphics states, as pdf.js needs quadratic time. Viewers allow a few dozen. */
const MAX_SAVED = 1_000

/** The part of a pdf.js page that streams its operators, which the types of pdf.js lack. */
interface PiecewisePage {
  _renderPageChunk(piece: Pick<OperatorList, 'fnArray'>, state: { streamReader: { read(): Promise<unknown> } }): void
}

/**
 * Reads the operators of a page; null if they exceed the limit of the document. Throws Unreadable `too_complex` if
 * saved graphics states nest too deep.
 */
export function readOperators(page: PDFPageProxy, ops: Operators, work: PageWork): Promise<OperatorList | null> {
  return new Promise((resolve, reject) => {
    const piecewise = page as unknown as PiecewisePage
    const keep = piecewise._renderPageChunk.bind(page)
    let depth = 0
    piecewise._renderPageChunk = (piece, state) => {
      depth = depthAfter(piece.fnArray, ops, depth)
      const isTooDeep = depth > MAX_SAVED
      if (!isTooDeep && work.takeOperators(piece.fnArray.length)) return keep(piece, state)
      // The stream just stops being read, since pdf.js would run a cancelled one to its end.
      state.streamReader.read = () => new Promise(() => {})
      if (isTooDeep) reject(new Unreadable('too_complex', 'The PDF saves more graphics states than any viewer allows'))
      else resolve(null)
    }
    page.getOperatorList().then(resolve, reject)
  })
}

/** The nesting of saved states after these operators. Returns at once when it is too deep. */
function depthAfter(operators: readonly number[], ops: Operators, before: number): number {
  let depth = before
  for (const operator of operators) {
    if (operator === ops.save || operator === ops.paintFormXObjectBegin) depth++
    else if (operator === ops.restore || operator === ops.paintFormXObjectEnd) depth = Math.max(0, depth - 1)
    if (depth > MAX_SAVED) return depth
  }
  return depth
}
