import type { PDFPageProxy } from 'unpdf/pdfjs'
import { Unreadable } from '../../../content/sandbox-toolkit.ts'
import type { PageWork } from './page-work.ts'

/** Operators by what they do; the numbers are those of pdf.js. */
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

/** What a page draws, as pdf.js gives it. */
export type OperatorList = Awaited<ReturnType<PDFPageProxy['getOperatorList']>>

/** Whether the page has annotations, which pdf.js tells with its operators and not in its types. */
export const hasAnnotations = (operators: OperatorList): boolean =>
  (operators as OperatorList & { separateAnnots?: unknown }).separateAnnots != null

/** Graphics states that are saved within each other; pdf.js takes time by their square. Viewers allow some dozens. */
const MAX_SAVED = 1_000

/** A page as far as pdf.js hands its operators over piece by piece, which its types leave out. */
interface PiecewisePage {
  _renderPageChunk(piece: Pick<OperatorList, 'fnArray'>, state: { streamReader: { read(): Promise<unknown> } }): void
}

/**
 * The operators of a page; null where they are more than the document may have. Throws Unreadable `too_complex` for a
 * page that saves states within states without end.
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
      // What nobody reads any more stands still; what is cancelled, pdf.js goes on with to its end.
      state.streamReader.read = () => new Promise(() => {})
      if (isTooDeep) reject(new Unreadable('too_complex', 'The PDF saves more graphics states than any viewer allows'))
      else resolve(null)
    }
    page.getOperatorList().then(resolve, reject)
  })
}

/** How many states are saved behind these operators; at once too many where it was so between them. */
function depthAfter(operators: readonly number[], ops: Operators, before: number): number {
  let depth = before
  for (const operator of operators) {
    if (operator === ops.save || operator === ops.paintFormXObjectBegin) depth++
    else if (operator === ops.restore || operator === ops.paintFormXObjectEnd) depth = Math.max(0, depth - 1)
    if (depth > MAX_SAVED) return depth
  }
  return depth
}
