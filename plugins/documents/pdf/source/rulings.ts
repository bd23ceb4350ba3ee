import type { Box, Ruling } from '../model.ts'
import { apply, type Matrix, multiply } from './matrix.ts'
import type { OperatorList, Operators } from './operators.ts'

/** A filled box that is thinner than this many points is a line. */
const THIN = 2.5
/** A shorter line is part of a drawing or a letter. */
const MIN_LENGTH = 6
/** More lines than these are a drawing. */
const MAX_RULINGS = 4000
/** More dots than these are a chart. */
const MAX_DOTS = 300

const MOVE = 0
const LINE = 1
const CURVE = 2
const QUADRATIC = 3

/** The drawn elements that matter for the text. */
export interface Drawing {
  /** Horizontal and vertical lines, drawn as lines, thin boxes or edges of boxes. */
  rulings: Ruling[]
  /** Small round or square marks, such as bullets. */
  dots: Box[]
}

/** Finds the rulings and dots in the operators of a page. `page`: the matrix that rotates the page upright. */
export function readDrawing({ fnArray, argsArray }: OperatorList, ops: Operators, page: Matrix): Drawing {
  const rulings: Ruling[] = []
  const dots: Box[] = []
  const stroked = new Set([
    ops.stroke,
    ops.closeStroke,
    ops.fillStroke,
    ops.eoFillStroke,
    ops.closeFillStroke,
    ops.closeEOFillStroke,
  ])
  const filled = new Set([ops.fill, ops.eoFill])
  const saved: Matrix[] = []
  let now = page
  for (let i = 0; i < fnArray.length && rulings.length <= MAX_RULINGS; i++) {
    const args = argsArray[i]
    switch (fnArray[i]) {
      case ops.save:
        saved.push(now)
        break
      case ops.paintFormXObjectBegin:
        saved.push(now)
        if (Array.isArray(args?.[0]) && args[0].length === 6) now = multiply(now, args[0] as unknown as Matrix)
        break
      case ops.restore:
      case ops.paintFormXObjectEnd:
        now = saved.pop() ?? page
        break
      case ops.transform:
        now = multiply(now, args as Matrix)
        break
      case ops.constructPath: {
        const [paint, [path]] = args as [number, [Float32Array | null]]
        if (!path) break
        const dot = dots.length <= MAX_DOTS ? dotOf(path, now) : null
        if (dot !== null) dots.push(dot)
        else if (stroked.has(paint)) readStrokes(path, now, rulings)
        else if (filled.has(paint)) readBoxes(path, now, rulings)
      }
    }
  }
  return { rulings: rulings.length > MAX_RULINGS ? [] : rulings, dots: dots.length > MAX_DOTS ? [] : dots }
}

/** The box of a path if it is about as wide as high and no larger than a bullet; otherwise null. */
function dotOf(path: Float32Array, matrix: Matrix): Box | null {
  if (path.length > 400) return null
  const box = { left: Number.POSITIVE_INFINITY, top: Number.POSITIVE_INFINITY, right: -1e9, bottom: -1e9 }
  let parts = 0
  eachPart(path, (points) => {
    parts++
    for (const point of points) {
      if (point === null) continue
      const [x, y] = apply(matrix, ...point)
      box.left = Math.min(box.left, x)
      box.right = Math.max(box.right, x)
      box.top = Math.min(box.top, y)
      box.bottom = Math.max(box.bottom, y)
    }
  })
  const [width, height] = [box.right - box.left, box.bottom - box.top]
  const isDot = parts === 1 && width >= 1.5 && width <= 7 && Math.abs(width - height) < 0.8
  return isDot ? box : null
}

const add = (rulings: Ruling[], [x0, y0]: readonly number[], [x1, y1]: readonly number[]): void => {
  const [width, height] = [Math.abs(x1! - x0!), Math.abs(y1! - y0!)]
  if (width >= MIN_LENGTH && height < 1) {
    rulings.push({ isHorizontal: true, at: (y0! + y1!) / 2, from: Math.min(x0!, x1!), to: Math.max(x0!, x1!) })
  } else if (height >= MIN_LENGTH && width < 1) {
    rulings.push({ isHorizontal: false, at: (x0! + x1!) / 2, from: Math.min(y0!, y1!), to: Math.max(y0!, y1!) })
  }
}

/** Visits each subpath of a path as its points, with `null` for a segment that is not a straight line. */
function eachPart(path: Float32Array, visit: (points: (readonly [number, number] | null)[]) => void): void {
  let points: (readonly [number, number] | null)[] = []
  const end = () => {
    if (points.length > 1) visit(points)
    points = []
  }
  for (let i = 0; i < path.length; ) {
    switch (path[i]) {
      case MOVE:
        end()
        points.push([path[i + 1]!, path[i + 2]!])
        i += 3
        break
      case LINE:
        points.push([path[i + 1]!, path[i + 2]!])
        i += 3
        break
      case CURVE:
        points.push(null, [path[i + 5]!, path[i + 6]!])
        i += 7
        break
      case QUADRATIC:
        points.push(null, [path[i + 3]!, path[i + 4]!])
        i += 5
        break
      default:
        // Closes the subpath.
        if (points[0]) points.push(points[0])
        i += 1
    }
  }
  end()
}

function readStrokes(path: Float32Array, matrix: Matrix, rulings: Ruling[]): void {
  eachPart(path, (points) => {
    for (let i = 1; i < points.length; i++) {
      const [from, to] = [points[i - 1], points[i]]
      if (from && to) add(rulings, apply(matrix, ...from), apply(matrix, ...to))
    }
  })
}

function readBoxes(path: Float32Array, matrix: Matrix, rulings: Ruling[]): void {
  eachPart(path, (points) => {
    if (points.length < 4 || points.length > 6 || points.includes(null)) return
    const placed = points.map((point) => apply(matrix, ...point!))
    const xs = placed.map(([x]) => x)
    const ys = placed.map(([, y]) => y)
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    if (bottom - top <= THIN) add(rulings, [left, y], [right, y])
    else if (right - left <= THIN) add(rulings, [x, top], [x, bottom])
  })
}
