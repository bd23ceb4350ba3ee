/** Decision trees one behind the other in flat arrays; of each inner node the left child comes right behind it. */
export interface Forest {
  /** Log odds before any tree. */
  bias: number
  /** Where each tree begins. */
  roots: Int32Array
  /** What an inner node decides by; below 0 for a leaf. */
  feature: Int16Array
  /** Up to which value an inner node goes left; of a leaf, what it adds to the log odds. */
  value: Float32Array
  right: Int32Array
}

/**
 * After so many trees each it is asked whether the rest can still change what is said; log odds beyond which they
 * cannot.
 */
const EACH = 50
const CLEAR = 4

/** The chance of each row of numbers, 0 to 1. */
export const predict = (
  { bias, roots, feature, value, right }: Forest,
  rows: Float32Array,
  width: number,
  count: number,
): Float32Array => {
  const chances = new Float32Array(count)
  for (let row = 0; row < count; row++) {
    const base = row * width
    let score = bias
    for (let tree = 0; tree < roots.length; tree++) {
      if (tree % EACH === 0 && Math.abs(score) > CLEAR) break
      let node = roots[tree]!
      let at = feature[node]!
      while (at >= 0) {
        node = rows[base + at]! <= value[node]! ? node + 1 : right[node]!
        at = feature[node]!
      }
      score += value[node]!
    }
    chances[row] = 1 / (1 + Math.exp(-score))
  }
  return chances
}
