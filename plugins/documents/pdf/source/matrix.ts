/** The matrix [a b c d e f] of PDF. Source: ISO 32000-1, section 8.3.3. */
export type Matrix = readonly [number, number, number, number, number, number]

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** The product of two matrices, which applies `inner` first. */
export const multiply = (outer: Matrix, inner: Matrix): Matrix => [
  outer[0] * inner[0] + outer[2] * inner[1],
  outer[1] * inner[0] + outer[3] * inner[1],
  outer[0] * inner[2] + outer[2] * inner[3],
  outer[1] * inner[2] + outer[3] * inner[3],
  outer[0] * inner[4] + outer[2] * inner[5] + outer[4],
  outer[1] * inner[4] + outer[3] * inner[5] + outer[5],
]

/** Applies a matrix to a point. */
export const apply = (m: Matrix, x: number, y: number): [number, number] => [
  m[0] * x + m[2] * y + m[4],
  m[1] * x + m[3] * y + m[5],
]

/**
 * The matrix that rotates a page of this size to the left by `quarters` of 90 degrees, with its corner at the origin.
 */
export const turned = (quarters: number, width: number, height: number): Matrix => {
  switch (quarters) {
    case 1:
      return [0, -1, 1, 0, 0, width]
    case 2:
      return [-1, 0, 0, -1, width, height]
    case 3:
      return [0, 1, -1, 0, height, 0]
    default:
      return IDENTITY
  }
}
